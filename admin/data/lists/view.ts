// Converts the view of a list between the URL, the layout of the user, the table and the query of the API.
import type { Filter, View, ViewGrid, ViewTable } from '@wordpress/dataviews';
import { positiveIntegerOf } from '../../ui/positive-integer.ts';
import type { QueryValue } from '../client.ts';
import { type DateRange, dateFilterOf, dateRangeOf, endOfPreviousDay, isDay, startOfNextDay } from './date-filter.ts';
import type { ListLayout } from './list-layout.ts';

/** The columns, sort orders and filters of a list. */
export interface ListDefinition {
  /** The column whose values are links; it is always displayed. */
  readonly titleField: string;
  /** All other columns. */
  readonly columns: readonly string[];
  /** The columns that are displayed by default. */
  readonly defaultColumns: readonly string[];
  /** The values of `orderby` for the columns by which the list can be sorted. */
  readonly orders: Readonly<Record<string, string>>;
  readonly defaultSort: NonNullable<View['sort']>;
  /** The filters whose values are lists. Their names are those of the parameters of the API, which are also those of the URL. */
  readonly filters: readonly string[];
  /** Whether the column `date` has a filter. */
  readonly hasDateFilter: boolean;
  /** The grid in which the list can be displayed instead of a table; absent if it has none. */
  readonly grid?: GridDefinition;
}

interface GridDefinition {
  /** The field with the images. */
  readonly mediaField: string;
  /** The fields below the images, besides the title. */
  readonly fields: readonly string[];
  /** Whether the list is displayed as a grid by default; then its table has the images, too. */
  readonly isDefault: boolean;
}

const typeOf = ({ grid }: ListDefinition, type?: ListLayout['type']): 'table' | 'grid' =>
  grid ? (type ?? (grid.isDefault ? 'grid' : 'table')) : 'table';

const defaultPerPage = 20;
const maxPerPage = 100;
const defaultDensity = 'balanced';

/** The width of images in a grid, in pixels; they are stretched to fill the row. */
const previewSize = 180;

/** Returns the view that the query of a URL and a layout describe; parts that are missing or invalid have their default values. */
export function viewOfUrl(search: string, definition: ListDefinition, layout: ListLayout = {}): View {
  const query = new URLSearchParams(search);
  const field = query.get('sort') ?? '';
  const { titleField, columns, orders, defaultSort, filters } = definition;
  const fields = layout.fields?.filter((column) => columns.includes(column)) ?? definition.defaultColumns;
  return {
    ...layoutProperties(definition, layout, fields),
    page: positiveIntegerOf(query.get('page')) ?? 1,
    perPage: Math.min(positiveIntegerOf(query.get('per_page')) ?? layout.perPage ?? defaultPerPage, maxPerPage),
    search: query.get('search') ?? '',
    sort: Object.hasOwn(orders, field)
      ? { field, direction: query.get('order') === 'asc' ? 'asc' : 'desc' }
      : defaultSort,
    filters: [
      ...filters.flatMap((name) => filterOfList(name, query.get(name))),
      ...(definition.hasDateFilter ? dateFilter(query) : []),
    ],
    titleField,
  };
}

/** Returns the properties of a view that depend on whether it is a table or a grid. */
function layoutProperties(
  definition: ListDefinition,
  { type: chosen, density = defaultDensity }: ListLayout,
  columns: readonly string[],
):
  | Pick<ViewTable, 'type' | 'fields' | 'layout' | 'mediaField'>
  | Pick<ViewGrid, 'type' | 'fields' | 'layout' | 'mediaField'> {
  const { grid } = definition;
  const type = typeOf(definition, chosen);
  if (!grid) return { type: 'table', fields: [...columns], layout: { density } };
  const { mediaField, fields } = grid;
  return type === 'grid'
    ? { type, mediaField, fields: [...fields], layout: { density, mediaFit: 'contain', previewSize } }
    : { type, ...(grid.isDefault && { mediaField }), fields: [...columns], layout: { density } };
}

function filterOfList(field: string, text: string | null): Filter[] {
  const value = text?.split(',').filter(Boolean) ?? [];
  return value.length > 0 ? [{ field, operator: 'isAny', value }] : [];
}

function dateFilter(query: URLSearchParams): Filter[] {
  const [after, before] = [query.get('after'), query.get('before')];
  const filter = dateFilterOf({ after: isDay(after) ? after : undefined, before: isDay(before) ? before : undefined });
  return filter ? [filter] : [];
}

/** Returns the query of the URL of a view, without default values. */
export function urlOfView(view: View, definition: ListDefinition): string {
  const { page = 1, perPage, search = '', sort } = view;
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  for (const name of definition.filters) {
    const values = valuesOf(view, name);
    if (values) query.set(name, values.join(','));
  }
  const { after, before } = rangeOf(view);
  if (after !== undefined) query.set('after', after);
  if (before !== undefined) query.set('before', before);
  if (sort && !isSameSort(sort, definition.defaultSort)) {
    query.set('sort', sort.field);
    query.set('order', sort.direction);
  }
  // A page is the same for everyone who opens the URL only if it has the same size.
  if (perPage !== undefined && (perPage !== defaultPerPage || page > 1)) query.set('per_page', String(perPage));
  if (page > 1) query.set('page', String(page));
  return query.toString();
}

/** Returns the layout of a view: its differences from the default view. A grid has no columns, so it keeps those of the `previous` layout. */
export function layoutOfView(view: View, definition: ListDefinition, previous: ListLayout = {}): ListLayout {
  const { type, perPage, layout } = view;
  const fields = type === 'grid' ? previous.fields : view.fields;
  const density = layout && 'density' in layout ? layout.density : undefined;
  return {
    ...(definition.grid && isListType(type) && type !== typeOf(definition) && { type }),
    ...(fields && fields.join() !== definition.defaultColumns.join() && { fields }),
    ...(perPage !== undefined && perPage !== defaultPerPage && { perPage }),
    ...(density !== undefined && density !== defaultDensity && { density }),
  };
}

const isListType = (type: string): type is 'table' | 'grid' => type === 'table' || type === 'grid';

/** Returns the query of the API for the page of a view. */
export function apiQueryOf(view: View, definition: ListDefinition): Readonly<Record<string, QueryValue>> {
  const { page = 1, perPage = defaultPerPage, search = '', sort = definition.defaultSort } = view;
  const { after, before } = rangeOf(view);
  return {
    page,
    per_page: perPage,
    search: search === '' ? undefined : search,
    orderby: definition.orders[sort.field],
    order: sort.direction,
    ...Object.fromEntries(definition.filters.map((name) => [name, valuesOf(view, name)])),
    after: after && endOfPreviousDay(after),
    before: before && startOfNextDay(before),
  };
}

/** Whether a view displays only a part of the entries. */
export const isFiltered = (view: View): boolean => (view.search ?? '') !== '' || activeFilters(view).length > 0;

/** Returns a view without search and filters. */
export const withoutFilters = (view: View): View => ({ ...view, page: 1, search: '', filters: [] });

/** Returns the values that are selected in the filter of a column. */
export const selectedOptions = (view: View, column: string): readonly string[] => valuesOf(view, column) ?? [];

/** Returns the filters of a view that have a value. */
const activeFilters = ({ filters = [] }: View): Filter[] =>
  filters.filter((filter) =>
    filter.field === 'date' ? Object.keys(dateRangeOf(filter)).length > 0 : isList(filter.value),
  );

/** Returns the filters of a view that were added but have no value yet. */
export const pendingFilters = (view: View): Filter[] => {
  const active = activeFilters(view);
  return (view.filters ?? []).filter((filter) => !active.includes(filter));
};

/** Returns the values of a list filter; undefined if the view is not filtered by it. */
export function valuesOf({ filters = [] }: View, name: string): readonly string[] | undefined {
  const value = filters.find(({ field }) => field === name)?.value;
  return isList(value) ? value : undefined;
}

const rangeOf = ({ filters = [] }: View): DateRange => dateRangeOf(filters.find(({ field }) => field === 'date'));

const isSameSort = (one: NonNullable<View['sort']>, other: NonNullable<View['sort']>): boolean =>
  one.field === other.field && one.direction === other.direction;

const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.length > 0;
