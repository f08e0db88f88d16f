// Generates the slugs that entries would get from their current titles (posts-and-pages.md §2, generated_slug).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { EntryRow } from './rows.ts';
import { nextFreeSlug, slugOfTitle, typesSharingSlugs } from './slugs.ts';
import { findTakenSlugs } from './store.ts';

/** Maximum number of suffixes that are looked up. If all are taken, the next suffix is returned without a check. */
const maxSuffixes = 20;

/** Returns the free slug for the title of each row, by row ID. Runs at most one statement. */
export async function generateSlugs(
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
