// Reads entries of several types in one state.
import { useQuery } from '@tanstack/react-query';
import type { ContentType } from '../../data/bootstrap.ts';
import type { QueryValue } from '../../data/client.ts';
import { type ListedEntry, listEntries } from '../../data/resources/entries.ts';

/** The number of entries that are displayed. */
const limit = 5;

/** A query of the API. */
export type EntryQuery = Readonly<Record<string, QueryValue>>;

interface Found {
  readonly type: ContentType;
  readonly entry: ListedEntry;
}

/** The first entries of some types that match a query, and the number of all of them. */
interface WaitingEntries {
  readonly found: readonly Found[];
  readonly total: number;
}

/** The query for the drafts of a user. */
export const draftsOf = (author: number): EntryQuery => ({ status: 'draft', author, orderby: 'modified' });

/** Reads the first entries of some types that match a query. Components with the same query share one request for each type. */
export const useWaitingEntries = (query: EntryQuery, types: readonly ContentType[]) =>
  useQuery({
    queryKey: ['entries', 'waiting', query, types.map(({ slug }) => slug)],
    queryFn: ({ signal }) => findEntries(types, query, signal),
  });

/** Returns the date of an entry by which a query sorts. */
export const dateOf = (entry: ListedEntry, { orderby }: EntryQuery): string =>
  (orderby === 'date' ? entry.date : entry.modified) ?? entry.modified;

async function findEntries(
  types: readonly ContentType[],
  query: EntryQuery,
  signal: AbortSignal,
): Promise<WaitingEntries> {
  const pages = await Promise.all(types.map((type) => findOfType(type, query, signal)));
  const direction = query.order === 'asc' ? 1 : -1;
  const found = pages
    .flatMap((page) => page.found)
    .sort((one, other) => direction * dateOf(one.entry, query).localeCompare(dateOf(other.entry, query)));
  return { found: found.slice(0, limit), total: pages.reduce((sum, { total }) => sum + total, 0) };
}

async function findOfType(type: ContentType, query: EntryQuery, signal: AbortSignal) {
  const { items, total } = await listEntries(type, { ...query, per_page: limit }, signal);
  return { found: items.map((entry) => ({ type, entry })), total };
}
