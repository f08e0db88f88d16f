// Inserts terms.
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { toSlug } from '../../rendering/slug.ts';
import { composeColumns, type PlainRow } from '../plain-columns.ts';
import { findTerm, insertTerm, type TermRow, updateTermPath, updateTermRow } from './store.ts';
import { findFreeTermSlug } from './term-slugs.ts';

/** The columns of a new term. Plain columns that are absent get the declared value of new rows. */
export type NewTerm = Pick<TermRow, 'name' | 'name_key' | 'description' | 'description_key' | 'parent'> &
  Partial<PlainRow<'terms'>>;

/**
 * Inserts a term and returns its row. The slug is a free variant of the requested slug; if none is requested, of the name; if the
 * name gives no slug, of the ID.
 */
export async function saveNewTerm(
  tx: WriteHandle,
  taxonomy: Taxonomy,
  term: NewTerm,
  requestedSlug: string,
): Promise<TermRow> {
  const baseSlug = requestedSlug || toSlug(term.name);
  const slug =
    baseSlug === '' ? '' : await findFreeTermSlug(tx, taxonomy, { id: 0, slug: baseSlug, parent: term.parent });
  const above = term.parent === 0 ? undefined : await findTerm(tx, taxonomy.name, term.parent);
  const pathOf = (name: string) => (above ? `${above.path}/${name}` : name);
  const columns = { ...composeColumns('terms'), ...term, taxonomy: taxonomy.name, slug, path: pathOf(slug) };
  const id = await insertTerm(tx, columns);
  const tags = term.parent === 0 ? [] : [`term:${term.parent}`];
  await recordEvent(tx, { kind: 'term.created', type: taxonomy.name, subject: id, tags });
  if (slug !== '') return { ...columns, id };
  const row = {
    ...columns,
    id,
    slug: await findFreeTermSlug(tx, taxonomy, { id, slug: String(id), parent: term.parent }),
  };
  const placedTerm = { ...row, path: pathOf(row.slug) };
  await updateTermRow(tx, placedTerm);
  await updateTermPath(tx, id, placedTerm.parent, placedTerm.path);
  return placedTerm;
}
