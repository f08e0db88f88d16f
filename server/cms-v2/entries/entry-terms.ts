// Assigns terms to entries and counts the published entries of each term. All writes are part of the transaction of the calling operation.
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { directLookups, type EntryLookups } from './entry-lookups.ts';
import { countTerms, findEntryTerms, linkTerm, shareTermCounts, unlinkTerms, updateLinks } from './terms-store.ts';

/** The new term IDs of an entry by taxonomy. Terms of other taxonomies do not change. */
export type TermChoice = ReadonlyMap<Taxonomy, readonly number[]>;

/** Changes no terms. */
export const noTerms: TermChoice = new Map();

const isCounted = (status: string) => status === 'publish';

/**
 * Assigns the chosen terms to an entry, and updates the number of published entries of each term (terms-menus-and-blocks.md §1.1).
 * Returns the IDs of all terms that the entry has now or had before.
 */
export async function changeTerms(
  tx: WriteHandle,
  entry: { id: number; type: string; status: string; date: string },
  before: { status: string; date: string } | undefined,
  choice: TermChoice,
  lookups: Pick<EntryLookups, 'findKnownTerms'> = directLookups,
): Promise<number[]> {
  if (choice.size > 0 || before?.status !== entry.status) await shareTermCounts(tx);
  const previousTerms = before ? await findEntryTerms(tx, [entry.id]) : [];
  if (before && previousTerms.length > 0 && (before.status !== entry.status || before.date !== entry.date)) {
    await updateLinks(tx, entry.id, entry.status, entry.date);
  }
  const remaining = new Set(previousTerms.map((term) => term.term_id));
  const added: number[] = [];
  for (const [taxonomy, requested] of choice) {
    const known = requested.length > 0 ? await lookups.findKnownTerms(tx, taxonomy.name, requested) : [];
    const removedIds = previousTerms
      .filter((term) => term.taxonomy === taxonomy.name && !known.includes(term.term_id))
      .map((term) => term.term_id);
    const addedIds = known.filter((id) => !remaining.has(id));
    for (const id of removedIds) remaining.delete(id);
    if (removedIds.length > 0) await unlinkTerms(tx, entry.id, removedIds);
    const { id, type, status, date } = entry;
    for (const term_id of addedIds)
      await linkTerm(tx, { entry_id: id, term_id, taxonomy: taxonomy.name, type, status, date });
    added.push(...addedIds);
  }
  const previouslyCounted = isCounted(before?.status ?? '') ? previousTerms.map((term) => term.term_id) : [];
  const nowCounted = isCounted(entry.status) ? [...remaining, ...added] : [];
  const fewer = previouslyCounted.filter((id) => !nowCounted.includes(id));
  const more = nowCounted.filter((id) => !previouslyCounted.includes(id));
  await countTerms(tx, new Map([...fewer.map((id) => [id, -1] as const), ...more.map((id) => [id, 1] as const)]));
  return [...previousTerms.map((term) => term.term_id), ...added];
}
