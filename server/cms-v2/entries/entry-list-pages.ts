// Finds the pages of lists. The database skips an offset entry by entry, so reading page after page would read the list again and
// again. Therefore the position at the end of each page is cached as a cursor, after which the next page starts. A page without a cursor is
// read from the nearer end of the list (docs/decisions/0011-keyset-pagination.md).
import type { ReadHandle } from '../../database/handle.ts';
import type { DependencyCache } from '../../http/dependency-cache.ts';
import { isSortedByMeta, type ListShape, type ListValues } from './entry-list-shape.ts';
import { findCursors, findEntryIds, type ListCursor, supportsCursors } from './list-store.ts';

/** Cached positions after which pages of lists start, keyed by list and offset. */
export type CursorCache = DependencyCache<ListCursor>;

/** Minimum offset for cursors. Skipping fewer entries takes no longer than finding and using a cursor. */
const minCursorOffset = 100;

/** The dependencies for finding a page of a list. */
export interface PageReading {
  readonly read: ReadHandle;
  readonly cursors: CursorCache;
  /** The cache version that was read before the first query for the page. */
  readonly version: number;
  /** Returns the number of entries in the list; undefined if they would have to be counted. */
  readonly total: () => Promise<number | undefined>;
}

/** Whether a page is found by a cursor, because it is far from the beginning of the list. */
export const usesCursors = (shape: ListShape, { offset }: ListValues): boolean =>
  offset >= minCursorOffset && supportsCursors(shape);

/** Returns the IDs of the entries on a page of a list. */
export async function findPage(reading: PageReading, shape: ListShape, values: ListValues): Promise<readonly number[]> {
  const { read, cursors, version } = reading;
  const { limit, offset, ...rest } = values;
  if (!usesCursors(shape, values)) return findEntryIds(read, shape, values);
  const list = JSON.stringify([shape, rest]);
  const cacheCursor = (at: number, cursor: ListCursor | undefined) => {
    const key = `${at} ${list}`;
    if (cursor && !cursors.find(key)) cursors.store(key, cursor, 0, version, cursors.tablesSince(version));
  };
  const after = cursors.find(`${offset} ${list}`);
  if (after) {
    const found = await findCursors(read, shape, { ...values, offset: 0 }, after);
    cacheCursor(offset + limit, found[limit - 1]);
    return found.map(({ id }) => id);
  }
  // One more entry is read: the last one before the page.
  const [before, ...found] = await findFromNearerEnd(reading, shape, {
    ...values,
    offset: offset - 1,
    limit: limit + 1,
  });
  cacheCursor(offset, before);
  cacheCursor(offset + limit, found[limit - 1]);
  return found.map(({ id }) => id);
}

/**
 * Finds a part of a list by skipping the entries before it or after it, whichever are fewer. Lists in the order of a meta field are not
 * read from their end, because entries without a value are last in both orders.
 */
async function findFromNearerEnd(
  { read, total }: PageReading,
  shape: ListShape,
  values: ListValues,
): Promise<readonly ListCursor[]> {
  const entries = isSortedByMeta(shape.orderby) ? undefined : await total();
  if (entries === undefined) return findCursors(read, shape, values);
  const limit = Math.min(values.limit, entries - values.offset);
  if (limit <= 0) return [];
  const following = entries - values.offset - limit;
  if (following >= values.offset) return findCursors(read, shape, values);
  const reversed: ListShape = { ...shape, order: shape.order === 'asc' ? 'desc' : 'asc' };
  return (await findCursors(read, reversed, { ...values, offset: following, limit })).reverse();
}
