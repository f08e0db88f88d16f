// Slugs that entries would get from their current titles (posts-and-pages.md §2, generated_slug), for a page of rows at once.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { EntryRow } from './rows.ts';
import { nextFreeSlug, slugOfTitle, typesSharingSlugs } from './slugs.ts';
import { findTakenSlugs } from './store.ts';

/** Maximum number of suffixes looked up. A title shared by more entries is presented with the next suffix, unchecked. */
const maxSuffixes = 20;

/** Returns the free slug for the title of each row, by row ID. Runs one statement for any number of rows. */
export async function generatedSlugs(
  read: ReadHandle,
  type: ContentType,
  rows: readonly EntryRow[],
): Promise<Map<number, string>> {
  const stems = new Map(rows.map((row) => [row.id, slugOfTitle(row.title ?? '', row.id)]));
  const candidates = [...new Set(stems.values())].flatMap((stem) => [
    stem,
    ...Array.from({ length: maxSuffixes }, (_, n) => `${stem}-${n + 2}`),
  ]);
  const taken = rows.length > 0 ? await findTakenSlugs(read, typesSharingSlugs(type), candidates) : [];
  const slugOf = (row: EntryRow): string => {
    const others = taken.filter((other) => other.id !== row.id && (!type.hierarchical || other.parent === row.parent));
    return nextFreeSlug(stems.get(row.id) ?? '', new Set(others.map((other) => other.slug)), type);
  };
  return new Map(rows.map((row) => [row.id, slugOf(row)]));
}
