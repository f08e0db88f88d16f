// Converts the view of a list between the URL, the layout of the user, the table and the query of the API.
import type { Filter, View } from '@wordpress/dataviews';
import type { QueryValue } from '../../data/client.ts';
import type { ListLayout } from '../../data/resources/list-layouts.ts';
import {
  allColumns,
  columnOfTaxonomy,
  defaultColumns,
  embeddedRelations,
  hasAuthors,
  type ListedType,
} from './columns.ts';
import { type DateRange, dateFilterOf, dateRangeOf, endOfPreviousDay, isDay, startOfNextDay } from './date-filter.ts';

const defaultPerPage = 20;
const maxPerPage = 100;
const defaultDensity = 'balanced';

/** Columns by which lists can be sorted, and the values of `orderby`. */
const orders: Readonly<Record<string, string>> = {
  title: 'title',
  date: 'date',
  modified: 'modified',
  author: 'author',
  menu_order: 'menu_order',
};

/** Statuses that a list displays unless it is filtered. */
const listedStatuses = ['publish', 'future', 'draft', 'pending', 'private'];

/** Returns the filters whose values are lists. Their names are those of the parameters of the API, which are also those of the URL. */
const listFilters = (listed: ListedType): string[] => [
  'status',
  ...(hasAuthors(listed) ? ['author'] : []),
  ...listed.taxonomies.map(columnOfTaxonomy),
];

/** Returns the view that the query of a URL and a layout describe; parts that are missing or invalid have their default values. */
export function viewOfUrl(search: string, listed: ListedType, layout: ListLayout = {}): View {
  const query = new URLSearchParams(search);
  const field = query.get('sort') ?? '';
  const known = allColumns(listed);
  const fields = layout.fields?.filter((column) => known.includes(column));
  return {
    type: 'table',
    page: positive(query.get('page')) ?? 1,
    perPage: Math.min(positive(query.get('per_page')) ?? layout.perPage ?? defaultPerPage, maxPerPage),
    search: query.get('search') ?? '',
    sort: {
      field: Object.hasOwn(orders, field) && ['title', ...known].includes(field) ? field : 'date',
      direction: query.get('order') === 'asc' ? 'asc' : 'desc',
    },
    filters: [...listFilters(listed).flatMap((name) => filterOfList(name, query.get(name))), ...dateFilter(query)],
    titleField: 'title',
    fields: fields ?? defaultColumns(listed),
    layout: { density: layout.density ?? defaultDensity },
  };
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
export function urlOfView(view: View, listed: ListedType): string {
  const { page = 1, perPage, search = '', sort } = view;
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  for (const name of listFilters(listed)) {
    const values = valuesOf(view, name);
    if (values) query.set(name, values.join(','));
  }
  const { after, before } = rangeOf(view);
  if (after !== undefined) query.set('after', after);
  if (before !== undefined) query.set('before', before);
  if (sort && (sort.field !== 'date' || sort.direction !== 'desc')) {
    query.set('sort', sort.field);
    query.set('order', sort.direction);
  }
  // A page is the same for everyone who opens the URL only if it has the same size.
  if (perPage !== undefined && (perPage !== defaultPerPage || page > 1)) query.set('per_page', String(perPage));
  if (page > 1) query.set('page', String(page));
  return query.toString();
}

/** Returns the layout of a view: its differences from the default view. */
export function layoutOfView({ fields, perPage, layout }: View, listed: ListedType): ListLayout {
  const density = layout && 'density' in layout ? layout.density : undefined;
  return {
    ...(fields && fields.join() !== defaultColumns(listed).join() && { fields }),
    ...(perPage !== undefined && perPage !== defaultPerPage && { perPage }),
    ...(density !== undefined && density !== defaultDensity && { density }),
  };
}

/** Returns the query of the API for a view. It includes the records that the columns display. */
export function apiQueryOf(view: View, listed: ListedType): Readonly<Record<string, QueryValue>> {
  const { page = 1, perPage = defaultPerPage, search = '', sort, fields = [] } = view;
  const { after, before } = rangeOf(view);
  const embedded = embeddedRelations(listed, fields);
  return {
    page,
    per_page: perPage,
    search: search === '' ? undefined : search,
    orderby: orders[sort?.field ?? 'date'] ?? 'date',
    order: sort?.direction ?? 'desc',
    ...Object.fromEntries(listFilters(listed).map((name) => [name, valuesOf(view, name)])),
    status: valuesOf(view, 'status') ?? listedStatuses,
    after: after && endOfPreviousDay(after),
    before: before && startOfNextDay(before),
    _embed: embedded.length > 0 ? embedded : undefined,
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

function valuesOf({ filters = [] }: View, name: string): readonly string[] | undefined {
  const value = filters.find(({ field }) => field === name)?.value;
  return isList(value) ? value : undefined;
}

const rangeOf = ({ filters = [] }: View): DateRange => dateRangeOf(filters.find(({ field }) => field === 'date'));

const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.length > 0;

function positive(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
