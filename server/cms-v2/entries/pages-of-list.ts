// The pages of a list. An offset is walked through entry by entry, so who reads page after page would walk through all of
// them again and again; what a page ends with is remembered, and the next one begins there
// (docs/decisions/0011-pages-begin-where-the-last-ended.md).
import type { ReadHandle } from '../../database/handle.ts';
import type { Kept } from '../../http/kept.ts';
import { findEntryIds, findPlaces, hasPlaces, type PlaceInList } from './list-store.ts';
import type { ListShape, ListValues } from './shape-of-list.ts';

/** What pages of lists began behind, by list and offset. */
export type Bookmarks = Kept<PlaceInList>;

/** As many entries are walked through as fast as a bookmark is found and used. */
const walked = 100;

/** The numbers of the entries on a page of a list. `mark` is a moment before anything was read for it. */
export async function findPage(
  read: ReadHandle,
  bookmarks: Bookmarks,
  mark: number,
  shape: ListShape,
  values: ListValues,
): Promise<readonly number[]> {
  const { limit, offset, ...rest } = values;
  if (offset < walked || !hasPlaces(shape)) return findEntryIds(read, shape, values);
  const list = JSON.stringify([shape, rest]);
  const keep = (at: number, place: PlaceInList | undefined) => {
    const name = `${at} ${list}`;
    if (place && !bookmarks.find(name)) bookmarks.keep(name, place, 0, mark, bookmarks.tablesSince(mark));
  };
  const after = bookmarks.find(`${offset} ${list}`);
  if (after) {
    const found = await findPlaces(read, shape, { ...values, offset: 0 }, after);
    keep(offset + limit, found[limit - 1]);
    return found.map(({ id }) => id);
  }
  // One more, for what the page begins behind.
  const [before, ...found] = await findPlaces(read, shape, { ...values, offset: offset - 1, limit: limit + 1 });
  keep(offset, before);
  keep(offset + limit, found[limit - 1]);
  return found.map(({ id }) => id);
}
