// Classifies lists by whether their duration may grow with the size of the site. Bounded lists are read in the main process; the
// others belong in a reader process, where other requests do not wait for them.
import type { FilterName, ListShape, ListValues } from './entry-list-shape.ts';

/** Whether finding the page of a list may scan, and whether counting its entries without a counter may. */
export interface MayScan {
  readonly page: boolean;
  readonly total: boolean;
}

/** Maximum number of entries to walk past along an index, about as many as take a millisecond. */
const maxWalked = 10_000;

/** Maximum number of IDs to look up one by one. */
const maxLookedUp = 200;

/** Properties of a list, besides its shape, that determine its duration. */
export interface ListExtent {
  /** Number of entries before the page. */
  readonly offset: number;
  /** Number of IDs in the longest filter. */
  readonly longestFilter: number;
}

/** Filters with an index of their own in the order of dates, if there is no other filter. */
const indexedFilters: readonly FilterName[] = ['author', 'parent', 'sticky'];

/** Filters that match at most as many entries as they name values, whatever the other filters. */
const selectiveFilters: readonly FilterName[] = ['include', 'slug', 'slugs'];

/** Filters that bound a sort order by its column: the walk starts or ends at the bound. */
const boundingFilters: Readonly<Partial<Record<ListShape['orderby'], readonly FilterName[]>>> = {
  date: ['after', 'before'],
  modified: ['modifiedAfter', 'modifiedBefore'],
};

/**
 * Classifies a list. `false` is returned only for shapes that are known to be served by an index in a bounded time:
 * may-scan.test.ts explains each of them on both engines. Everything else may scan.
 */
export function mayScan(shape: ListShape, extent: ListExtent): MayScan {
  const isBounded = isServedByIndex(shape, extent);
  return { page: !isBounded || extent.offset > maxWalked, total: !(isBounded && hasCheapTotal(shape)) };
}

function isServedByIndex(shape: ListShape, { longestFilter }: ListExtent): boolean {
  const { visible, target, states, filters, terms, format, search, along, orderby } = shape;
  if (search || longestFilter > maxLookedUp) return false;
  if (filters.some((name) => selectiveFilters.includes(name))) return true;
  if (visible.kind !== 'always' || target || states !== 'one') return false;
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

/** Whether counters count the entries, or the entries are so few that they are looked up. */
const hasCheapTotal = ({ filters, format, terms }: ListShape): boolean =>
  filters.some((name) => selectiveFilters.includes(name)) ||
  (format === 'any' && terms.length === 0 && filters.every((name) => name === 'author'));

/** Returns the length of the longest array among the values of a list. */
export const longestFilterOf = (values: ListValues): number =>
  Math.max(0, ...Object.values(values).map((value) => (Array.isArray(value) ? value.length : 0)));
