// Classifies lists by whether the duration of their statements may grow with the size of the site. Bounded lists are read in the
// main process, all other lists in a reader process or, with PostgreSQL, on a separate connection, so that other requests do not wait.
import { type FilterName, hasMetaFilter, type ListShape, type ListValues } from './entry-list-shape.ts';

/** Whether the statement for the page of a list, and the one for its total, may scan many entries. */
export interface MayScan {
  readonly page: boolean;
  readonly total: boolean;
}

/** Maximum number of entries to skip along an index. Skipping this many takes about a millisecond. */
const maxSkippedEntries = 10_000;

/** Maximum number of IDs to look up one by one. */
const maxLookedUp = 200;

/** Properties of a list, besides its shape, that determine the duration of its statements. */
export interface ListExtent {
  /** Number of entries before the page. */
  readonly offset: number;
  /** Number of IDs in the longest filter. */
  readonly longestFilter: number;
}

/** Filters with a separate index in date order, which is used if there is no other filter. */
const indexedFilters: readonly FilterName[] = ['author', 'parent', 'sticky'];

/** Filters that match few entries for each of their values, regardless of other filters. */
const selectiveFilters: readonly FilterName[] = ['include', 'slug', 'slugs'];

/** Filters that limit the range of the column by which a list is sorted, so that only this range of the index is read. */
const boundingFilters: Readonly<Partial<Record<ListShape['orderby'], readonly FilterName[]>>> = {
  date: ['after', 'before'],
  modified: ['modifiedAfter', 'modifiedBefore'],
};

/**
 * Returns which statements of a list may scan. The result is false only for shapes whose statements are known to use an index and to
 * read a bounded number of entries: may-scan.test.ts checks their query plans on both engines.
 */
export function mayScan(shape: ListShape, extent: ListExtent): MayScan {
  const isBounded = isServedByIndex(shape, extent);
  return { page: !isBounded || extent.offset > maxSkippedEntries, total: !(isBounded && hasCheapTotal(shape)) };
}

function isServedByIndex(shape: ListShape, { longestFilter }: ListExtent): boolean {
  const { visible, target, states, filters, terms, format, search, along, orderby, meta = [] } = shape;
  if (search || longestFilter > maxLookedUp) return false;
  // The index is read from the first entry of the page on, and other filters skip entries.
  if (along === 'meta' && (filters.length > 0 || terms.length > 0 || format !== 'any' || meta.length > 1)) return false;
  if (filters.some((name) => selectiveFilters.includes(name))) return true;
  if (visible.kind !== 'always' || target || states !== 'one') return false;
  if (along === 'meta') return true;
  if (hasMetaFilter(shape)) return false;
  if (along === 'term') return terms.length === 1 && filters.length === 0 && format === 'any';
  if (terms.length > 0 || orderby === 'relevance' || orderby === 'include' || orderby === 'include_slugs') return false;
  if (format === 'one') return filters.length === 0 && orderby === 'date';
  if (format !== 'any') return false;
  const bounding = boundingFilters[orderby] ?? [];
  const others = filters.filter((name) => !bounding.includes(name));
  if (others.length === 0) return true;
  const [only] = others;
  return (
    others.length === 1 &&
    filters.length === 1 &&
    only !== undefined &&
    orderby === 'date' &&
    indexedFilters.includes(only)
  );
}

/** Whether the total comes from counters, or from a count of the few entries that are looked up. */
const hasCheapTotal = ({ filters, format, terms, meta }: ListShape): boolean =>
  filters.some((name) => selectiveFilters.includes(name)) ||
  (format === 'any' && !hasMetaFilter({ meta }) && terms.length === 0 && filters.every((name) => name === 'author'));

/** Returns the length of the longest array among the values of a list. */
export const longestFilterOf = (values: ListValues): number =>
  Math.max(0, ...Object.values(values).map((value) => (Array.isArray(value) ? value.length : 0)));
