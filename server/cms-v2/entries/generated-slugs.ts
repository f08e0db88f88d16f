// The slugs that present titles would give (posts-and-pages.md §2, generated_slug), for a whole page of rows at once.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { EntryRow } from './rows.ts';
import { nextFreeSlug, rivalsOf, slugOfTitle } from './slugs.ts';
import { findTakenSlugs } from './store.ts';

/** How many suffixes are looked at; a title that so many entries share is shown with the next number. */
const suffixes = 20;

/** The free slug of each row's title, by the row's number. One statement, however many rows. */
export async function generatedSlugs(
  read: ReadHandle,
  type: ContentType,
  rows: readonly EntryRow[],
): Promise<Map<number, string>> {
  const stems = new Map(rows.map((row) => [row.id, slugOfTitle(row.title ?? '', row.id)]));
  const candidates = [...new Set(stems.values())].flatMap((stem) => [
    stem,
    ...Array.from({ length: suffixes }, (_, n) => `${stem}-${n + 2}`),
  ]);
  const taken = rows.length > 0 ? await findTakenSlugs(read, rivalsOf(type), candidates) : [];
  const slugOf = (row: EntryRow): string => {
    const others = taken.filter((other) => other.id !== row.id && (!type.hierarchical || other.parent === row.parent));
    return nextFreeSlug(stems.get(row.id) ?? '', new Set(others.map((other) => other.slug)), type);
  };
  return new Map(rows.map((row) => [row.id, slugOf(row)]));
}
