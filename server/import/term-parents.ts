// Parents of terms that stand after their children in the file.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import { termTags } from '../cms-v2/entries/save-entry.ts';
import { findTermTrees } from '../cms-v2/entries/terms-store.ts';
import { findTerm, placeTerm } from '../cms-v2/terms/store.ts';
import { moveTermPaths } from '../cms-v2/terms/term-args.ts';
import { recordEvent } from '../events/record.ts';
import { removeImported, writeImported } from './imported-store.ts';
import { findOwnTerm } from './own-terms.ts';
import type { Batch } from './run.ts';

/** What is remembered of the terms of a taxonomy whose parent has not come yet. */
export const awaitingKind = ({ name }: Taxonomy): string => `term of ${name} awaiting its parent`;

/** Remembers that a term wants to stand below one that has not come yet. */
export const awaitTermParent = (
  { tx, run }: Batch,
  taxonomy: Taxonomy,
  { key, id, above }: { key: string; id: number; above: string },
) => writeImported(tx, { source: run.source, kind: awaitingKind(taxonomy), source_id: `${above} ${key}`, own_id: id });

/** Puts a term below its parent where that has come; tells otherwise. One that was moved meanwhile stays where it is. */
export async function settleTermParent(
  batch: Batch,
  taxonomy: Taxonomy,
  row: { source_id: string; own_id: number },
): Promise<void> {
  const { tx, run, report } = batch;
  const forget = () =>
    removeImported(tx, { source: run.source, kind: awaitingKind(taxonomy), source_id: row.source_id });
  const term = await findTerm(tx, taxonomy.name, row.own_id);
  if (term?.parent !== 0) return void (await forget());
  const parent = await findOwnTerm(batch, taxonomy, row.source_id.split(' ')[0] ?? '');
  const above = parent === undefined ? undefined : await findTerm(tx, taxonomy.name, parent);
  const about = `“${term.name}” (ID ${term.id})`;
  const atTop = `${taxonomy.noun.many} at the top because`;
  if (!above) return report.note(`${atTop} their parents are not in the file`, about);
  await forget();
  if ((await findTermTrees(tx, [term.id])).includes(above.id)) {
    return report.note(`${atTop} they would stand below themselves`, about);
  }
  const path = `${above.path}/${term.slug}`;
  await placeTerm(tx, term.id, above.id, path);
  const moved = await moveTermPaths(tx, taxonomy, term.id, path);
  const tags = termTags([above.id, ...moved]);
  await recordEvent(tx, { kind: 'term.updated', type: taxonomy.name, subject: term.id, tags });
}
