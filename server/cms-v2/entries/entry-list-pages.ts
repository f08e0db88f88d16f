// Finds the pages of lists. The database skips an offset entry by entry, so reading page after page would read the list again and
// again. Therefore the position at the end of each page is cached as a cursor, after which the next page starts
// (docs/decisions/0011-keyset-pagination.md).
import type { ReadHandle } from '../../database/handle.ts';
import type { DependencyCache } from '../../http/dependency-cache.ts';
import type { ListShape, ListValues } from './entry-list-shape.ts';
import { findCursors, findEntryIds, type ListCursor, supportsCursors } from './list-store.ts';

/** Cached positions after which pages of lists start, keyed by list and offset. */
export type CursorCache = DependencyCache<ListCursor>;

/** Minimum offset for cursors. Skipping fewer entries takes no longer than finding and using a cursor. */
const minCursorOffset = 100;

/** Returns the IDs of the entries on a page of a list. `version` is the cache version that was read before the first query for the page. */
export async function findPage(
  read: ReadHandle,
  cursors: CursorCache,
  version: number,
  shape: ListShape,
  values: ListValues,
): Promise<readonly number[]> {
  const { limit, offset, ...rest } = values;
  if (offset < minCursorOffset || !supportsCursors(shape)) return findEntryIds(read, shape, values);
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
  const [before, ...found] = await findCursors(read, shape, { ...values, offset: offset - 1, limit: limit + 1 });
  cacheCursor(offset, before);
  cacheCursor(offset + limit, found[limit - 1]);
  return found.map(({ id }) => id);
}
