// Resolves the parent of a term if the parent follows the term in the imported file.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import { termTags } from '../cms-v2/entries/event-tags.ts';
import { listTermsWithDescendants } from '../cms-v2/entries/terms-store.ts';
import { findTerm, updateTermPath } from '../cms-v2/terms/store.ts';
import { updateDescendantPaths } from '../cms-v2/terms/term-args.ts';
import { recordEvent } from '../events/record.ts';
import { deleteImported, upsertImported } from './imported-store.ts';
import { findLocalTermId } from './local-terms.ts';
import type { Batch } from './run.ts';

/** Returns the kind of the `imported` rows of terms whose parent has not been imported yet. */
export const awaitingKind = ({ name }: Taxonomy): string => `term of ${name} awaiting its parent`;

/** Records the missing parent of a term. */
export const awaitTermParent = (
  { tx, run }: Batch,
  taxonomy: Taxonomy,
  { key, id, above: parentKey }: { key: string; id: number; above: string },
) =>
  upsertImported(tx, {
    source: run.source,
    kind: awaitingKind(taxonomy),
    source_id: `${parentKey} ${key}`,
    own_id: id,
  });

/**
 * Moves a term below its parent once the parent has been imported. A missing parent is reported, and so is a cycle, which leaves the
 * term at the top level. A term that already has a parent is unchanged.
 */
export async function resolveTermParent(
  batch: Batch,
  taxonomy: Taxonomy,
  row: { source_id: string; own_id: number },
): Promise<void> {
  const { tx, run, report } = batch;
  const deletePending = () =>
    deleteImported(tx, { source: run.source, kind: awaitingKind(taxonomy), source_id: row.source_id });
  const term = await findTerm(tx, taxonomy.name, row.own_id);
  if (term?.parent !== 0) return void (await deletePending());
  const parent = await findLocalTermId(batch, taxonomy, row.source_id.split(' ')[0] ?? '');
  const parentTerm = parent === undefined ? undefined : await findTerm(tx, taxonomy.name, parent);
  const about = `“${term.name}” (ID ${term.id})`;
  const atTop = `${taxonomy.noun.many} placed at the top level because`;
  if (!parentTerm) return report.note(`${atTop} their parents are not in the file`, about);
  await deletePending();
  if ((await listTermsWithDescendants(tx, [term.id])).includes(parentTerm.id)) {
    return report.note(`${atTop} they would be their own ancestors`, about);
  }
  const path = `${parentTerm.path}/${term.slug}`;
  await updateTermPath(tx, term.id, parentTerm.id, path);
  const moved = await updateDescendantPaths(tx, taxonomy, term.id, path);
  const tags = termTags([parentTerm.id, ...moved]);
  await recordEvent(tx, { kind: 'term.updated', type: taxonomy.name, subject: term.id, tags });
}
