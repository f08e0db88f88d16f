// Terms: categories, tags and those of a site's own taxonomies.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import { storeTerm } from '../cms-v2/terms/store-term.ts';
import { longestName, storedDescription, storedName } from '../cms-v2/terms/term-args.ts';
import { MAX_NAME_MARKUP } from '../http/parameters/text-length.ts';
import { Refusal } from '../refusal.ts';
import { escapedName } from '../rendering/sanitise/names.ts';
import { toSlug } from '../rendering/slug.ts';
import { writeImported } from './imported-store.ts';
import { countMeta } from './meta.ts';
import { ownName } from './names.ts';
import { cache, findOwnTerm, termKey, termKind, termNumberKind } from './own-terms.ts';
import type { Batch } from './run.ts';
import { awaitTermParent } from './term-parents.ts';
import type { WxrItemTerm, WxrTermFields } from './wxr/records.ts';

/** Makes a term that the file declares, unless one of its slug is there. */
export async function importTerm(batch: Batch, taxonomyName: string, term: WxrTermFields): Promise<void> {
  const { report, run } = batch;
  const taxonomy = run.service.contract.taxonomies.get(ownName(run, taxonomyName));
  if (!taxonomy) return report.count(`terms of ${taxonomyName}`, 'left');
  countMeta(report, term.meta);
  const key = termKey(term);
  if (key === '') return report.count(taxonomy.noun.many, 'left');
  const known = await findOwnTerm(batch, taxonomy, key);
  report.count(taxonomy.noun.many, known === undefined ? 'imported' : 'there');
  const id = known ?? (await makeTerm(batch, taxonomy, key, term));
  if (term.sourceId !== 0) await rememberNumber(batch, taxonomy, term.sourceId, id);
}

/** Menu items name terms by their numbers. */
const rememberNumber = ({ tx, run }: Batch, taxonomy: Taxonomy, number: number, own_id: number) =>
  writeImported(tx, { source: run.source, kind: termNumberKind(taxonomy), source_id: String(number), own_id });

/** The number of the term that an item names; a term that was never declared is made. Undefined for one without name and slug. */
export async function termOf(batch: Batch, taxonomy: Taxonomy, term: WxrItemTerm): Promise<number | undefined> {
  const key = termKey(term);
  if (key === '') return undefined;
  const known = await findOwnTerm(batch, taxonomy, key);
  if (known !== undefined) return known;
  batch.report.count(taxonomy.noun.many, 'imported');
  return makeTerm(batch, taxonomy, key, { ...term, description: '', parentSlug: '' });
}

/** A description that is too long to be stored is left out, as the report says. */
function descriptionOf({ run, report }: Batch, { name, description }: NewTerm): string {
  if (run.service.entries.texts.findTooHeavy({ description }) === undefined) return description;
  report.notes.add(
    `descriptions left out because they are too long (--max-text): ${JSON.stringify(name.slice(0, 60))}`,
  );
  return '';
}

type NewTerm = Pick<WxrTermFields, 'name' | 'description' | 'parentSlug'>;

async function makeTerm(batch: Batch, taxonomy: Taxonomy, key: string, term: NewTerm): Promise<number> {
  const { tx, run } = batch;
  const above = taxonomy.hierarchical ? toSlug(term.parentSlug) : '';
  const parent = above === '' || above === key ? undefined : await findOwnTerm(batch, taxonomy, above);
  const columns = {
    ...fittingName(term.name, key),
    ...storedDescription(descriptionOf(batch, term)),
    parent: parent ?? 0,
  };
  const { id } = await storeTerm(tx, taxonomy, columns, toSlug(key));
  await writeImported(tx, { source: run.source, kind: termKind(taxonomy), source_id: key, own_id: id });
  if (above !== '' && above !== key && parent === undefined) await awaitTermParent(batch, taxonomy, { key, id, above });
  return cache(batch, taxonomy, key, id);
}

/** A name as it is stored, shortened where it is too long to be one; the key for one that has no text. */
function fittingName(name: string, key: string): ReturnType<typeof storedName> {
  const stored = escapedName(name.slice(0, MAX_NAME_MARKUP)) || escapedName(key) || '-';
  for (let letters = [...stored].slice(0, longestName); ; letters = letters.slice(0, -1)) {
    try {
      return storedName(letters.join(''));
    } catch (error) {
      if (!(error instanceof Refusal) || letters.length <= 1) throw error;
    }
  }
}
