// Imports terms: categories, tags and terms of custom taxonomies.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import { ApiError } from '../api-error.ts';
import { composeColumns } from '../cms-v2/plain-columns.ts';
import { saveNewTerm } from '../cms-v2/terms/save-new-term.ts';
import { cleanDescription, cleanName, maxNameLength } from '../cms-v2/terms/term-args.ts';
import { MAX_NAME_LENGTH } from '../http/parameters/text-length.ts';
import { sanitizeName } from '../rendering/sanitise/names.ts';
import { toSlug } from '../rendering/slug.ts';
import { upsertImported } from './imported-store.ts';
import { cacheTermId, findLocalTermId, termIdKind, termKey, termKind } from './local-terms.ts';
import { countMeta, importedColumns, isImportedColumn } from './meta.ts';
import { localName } from './names.ts';
import type { Batch } from './run.ts';
import { awaitTermParent } from './term-parents.ts';
import type { WxrItemTerm, WxrTermFields } from './wxr/records.ts';

/**
 * Creates a term that the file declares, unless it was imported before or a term with its slug exists. Skips terms of unknown
 * taxonomies, and terms with neither a slug nor a name.
 */
export async function importTerm(batch: Batch, taxonomyName: string, term: WxrTermFields): Promise<void> {
  const { report, run } = batch;
  const taxonomy = run.service.contract.taxonomies.get(localName(run, taxonomyName));
  if (!taxonomy) return report.count(`terms of ${taxonomyName}`, 'left');
  countMeta(
    report,
    term.meta.filter(({ key }) => !isImportedColumn('terms', key)),
  );
  const key = termKey(term);
  if (key === '') return report.count(taxonomy.noun.many, 'left');
  const known = await findLocalTermId(batch, taxonomy, key);
  report.count(taxonomy.noun.many, known === undefined ? 'imported' : 'there');
  const id = known ?? (await createTerm(batch, taxonomy, key, term));
  if (term.sourceId !== 0) await recordTermId(batch, taxonomy, term.sourceId, id);
}

/** Records the source ID of a term. Menu items and content refer to terms by source ID. */
const recordTermId = ({ tx, run }: Batch, taxonomy: Taxonomy, number: number, own_id: number) =>
  upsertImported(tx, { source: run.source, kind: termIdKind(taxonomy), source_id: String(number), own_id });

/**
 * Returns the local ID of a term that an item refers to. Creates the term if it does not exist. Returns undefined for a term
 * with neither a slug nor a name.
 */
export async function resolveTerm(batch: Batch, taxonomy: Taxonomy, term: WxrItemTerm): Promise<number | undefined> {
  const key = termKey(term);
  if (key === '') return undefined;
  const known = await findLocalTermId(batch, taxonomy, key);
  if (known !== undefined) return known;
  batch.report.count(taxonomy.noun.many, 'imported');
  return createTerm(batch, taxonomy, key, { ...term, description: '', parentSlug: '', meta: [] });
}

/** Returns the description of a term. If it is too long or has too much markup, adds a note and returns an empty string. */
function descriptionOf({ run, report }: Batch, { name, description }: NewTerm): string {
  if (run.service.entries.texts.findTooHeavy({ description }) === undefined) return description;
  report.notes.add(
    `descriptions skipped because they are too long or have too much markup (--max-text): ${JSON.stringify(name.slice(0, 60))}`,
  );
  return '';
}

type NewTerm = Pick<WxrTermFields, 'name' | 'description' | 'parentSlug' | 'meta'>;

async function createTerm(batch: Batch, taxonomy: Taxonomy, key: string, term: NewTerm): Promise<number> {
  const { tx, run } = batch;
  const parentKey = taxonomy.hierarchical ? toSlug(term.parentSlug) : '';
  const parent = parentKey === '' || parentKey === key ? undefined : await findLocalTermId(batch, taxonomy, parentKey);
  const args = importedColumns(batch.report, 'terms', term, `${taxonomy.noun.one} ${key}`);
  const columns = {
    ...composeColumns('terms', { args }),
    ...truncatedName(term.name, key),
    ...cleanDescription(descriptionOf(batch, term)),
    parent: parent ?? 0,
  };
  const { id } = await saveNewTerm(tx, taxonomy, columns, toSlug(key));
  await upsertImported(tx, { source: run.source, kind: termKind(taxonomy), source_id: key, own_id: id });
  if (parentKey !== '' && parentKey !== key && parent === undefined)
    await awaitTermParent(batch, taxonomy, { key, id, above: parentKey });
  return cacheTermId(batch, taxonomy, key, id);
}

/** Returns the columns for a name, truncated to the maximum length. The key or `-` replaces a name without text. */
function truncatedName(name: string, key: string): ReturnType<typeof cleanName> {
  const stored = sanitizeName(name.slice(0, MAX_NAME_LENGTH)) || sanitizeName(key) || '-';
  for (let characters = [...stored].slice(0, maxNameLength); ; characters = characters.slice(0, -1)) {
    try {
      return cleanName(characters.join(''));
    } catch (error) {
      if (!(error instanceof ApiError) || characters.length <= 1) throw error;
    }
  }
}
