// Which lists may take time that grows with the site. Those that may not are answered where requests are answered; the others
// belong where nobody waits for them.
import type { FilterName, ListShape, ListValues } from './shape-of-list.ts';

/** Whether looking for the page of a list, or counting its entries where no counter tells how many there are, may scan. */
export interface MayScan {
  readonly page: boolean;
  readonly total: boolean;
}

/** How many entries may be walked past along an index: about as many as take a millisecond. */
const maxWalked = 10_000;

/** How many ids may be looked up one by one. */
const maxLookedUp = 200;

/** What of a list decides how long it takes, beside its shape. */
export interface ListExtent {
  /** How many entries of the list are before its page. */
  readonly offset: number;
  /** How many ids the longest of its filters names. */
  readonly named: number;
}

/** The filters that have an index of their own for the order of dates, where there is no other. */
const withOwnIndex: readonly FilterName[] = ['author', 'parent', 'sticky'];

/** Filters that leave no more entries than they name values, whatever else is asked. */
const choosing: readonly FilterName[] = ['include', 'slug', 'slugs'];

/** Filters that bound an order by their column: the walk begins, or ends, at the bound. */
const bounds: Readonly<Partial<Record<ListShape['orderby'], readonly FilterName[]>>> = {
  date: ['after', 'before'],
  modified: ['modifiedAfter', 'modifiedBefore'],
};

/**
 * Whether a list may scan. `false` is said of shapes alone that are known to be served by an index within a bounded time: test
 * may-scan.test.ts has each of them explained by both engines. Everything else may scan.
 */
export function mayScan(shape: ListShape, extent: ListExtent): MayScan {
  const isBounded = isServedByIndex(shape, extent);
  return { page: !isBounded || extent.offset > maxWalked, total: !(isBounded && hasCheapTotal(shape)) };
}

function isServedByIndex(shape: ListShape, { named }: ListExtent): boolean {
  const { visible, target, states, filters, terms, format, search, along, orderby } = shape;
  if (search || named > maxLookedUp) return false;
  if (filters.some((name) => choosing.includes(name))) return true;
  if (visible.kind !== 'always' || target || states !== 'one') return false;
  if (along === 'term') return terms.length === 1 && filters.length === 0 && format === 'any';
  if (terms.length > 0 || orderby === 'relevance' || orderby === 'include' || orderby === 'include_slugs') return false;
  if (format === 'one') return filters.length === 0 && orderby === 'date';
  if (format !== 'any') return false;
  const bounding = bounds[orderby] ?? [];
  const others = filters.filter((name) => !bounding.includes(name));
  if (others.length === 0) return true;
  const [only] = others;
  return (
    others.length === 1 &&
    filters.length === 1 &&
    only !== undefined &&
    orderby === 'date' &&
    withOwnIndex.includes(only)
  );
}

/** Whether the entries are counted by counters, or are so few as are looked up. */
const hasCheapTotal = ({ filters, format, terms }: ListShape): boolean =>
  filters.some((name) => choosing.includes(name)) ||
  (format === 'any' && terms.length === 0 && filters.every((name) => name === 'author'));

/** The longest list among the values of a list. */
export const namedIn = (values: ListValues): number =>
  Math.max(0, ...Object.values(values).map((value) => (Array.isArray(value) ? value.length : 0)));
