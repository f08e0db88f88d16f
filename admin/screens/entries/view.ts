// Converts the view of a list between the URL, the table and the query of the API.
import type { Filter, View } from '@wordpress/dataviews';
import type { QueryValue } from '../../data/client.ts';

const defaultPerPage = 20;

/** Fields by which lists can be sorted, and the values of `orderby`. */
const orders: Readonly<Record<string, string>> = {
  title: 'title',
  date: 'date',
  modified: 'modified',
  author: 'author',
};

/** Fields of which the values can be filtered, and the parameters of the API, which are also those of the URL. */
const filters = ['status', 'author'] as const;

/** Statuses that a list displays unless it is filtered. */
const listedStatuses = ['publish', 'future', 'draft', 'pending', 'private'];

/** Returns the view that the query of a URL describes; parts that are missing or invalid have their default values. */
export function viewOfUrl(search: string): View {
  const query = new URLSearchParams(search);
  const field = query.get('sort') ?? '';
  return {
    type: 'table',
    page: positive(query.get('page')) ?? 1,
    perPage: Math.min(positive(query.get('per_page')) ?? defaultPerPage, 100),
    search: query.get('search') ?? '',
    sort: {
      field: Object.hasOwn(orders, field) ? field : 'date',
      direction: query.get('order') === 'asc' ? 'asc' : 'desc',
    },
    filters: filters.flatMap((name): Filter[] => {
      const values = query.get(name)?.split(',').filter(Boolean) ?? [];
      return values.length > 0 ? [{ field: name, operator: 'isAny', value: values }] : [];
    }),
    titleField: 'title',
    fields: ['author', 'status', 'date'],
    layout: {},
  };
}

/** Returns the query of the URL of a view, without default values. */
export function urlOfView({ page = 1, perPage, search = '', sort, filters: chosen = [] }: View): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  for (const { field, value } of chosen) if (isFilter(field) && isList(value)) query.set(field, value.join(','));
  if (sort && (sort.field !== 'date' || sort.direction !== 'desc')) {
    query.set('sort', sort.field);
    query.set('order', sort.direction);
  }
  if (perPage !== undefined && perPage !== defaultPerPage) query.set('per_page', String(perPage));
  if (page > 1) query.set('page', String(page));
  return query.toString();
}

/** Returns the query of the API for a view. */
export function apiQueryOf(view: View): Readonly<Record<string, QueryValue>> {
  const { page = 1, perPage = defaultPerPage, search = '', sort, filters: chosen = [] } = view;
  const valuesOf = (name: string) => {
    const value = chosen.find(({ field }) => field === name)?.value;
    return isList(value) ? value : undefined;
  };
  return {
    page,
    per_page: perPage,
    search: search === '' ? undefined : search,
    orderby: orders[sort?.field ?? 'date'] ?? 'date',
    order: sort?.direction ?? 'desc',
    status: valuesOf('status') ?? listedStatuses,
    author: valuesOf('author'),
  };
}

const isFilter = (field: string): boolean => filters.some((name) => name === field);

const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.length > 0;

function positive(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
