// Writing new terms.
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { toSlug } from '../../rendering/slug.ts';
import { findTerm, insertTerm, placeTerm, type TermRow, writeTerm } from './store.ts';
import { freeTermSlug } from './term-slugs.ts';

/** Stores a new term with a free slug: the one wished for, else one of its name, else its number. */
export async function storeTerm(
  tx: WriteHandle,
  taxonomy: Taxonomy,
  term: Pick<TermRow, 'name' | 'name_key' | 'description' | 'description_key' | 'parent'>,
  wished: string,
): Promise<TermRow> {
  const wish = wished || toSlug(term.name);
  const slug = wish === '' ? '' : await freeTermSlug(tx, taxonomy, { id: 0, slug: wish, parent: term.parent });
  const above = term.parent === 0 ? undefined : await findTerm(tx, taxonomy.name, term.parent);
  const pathOf = (name: string) => (above ? `${above.path}/${name}` : name);
  const columns = { ...term, taxonomy: taxonomy.name, slug, path: pathOf(slug), count: 0 };
  const id = await insertTerm(tx, columns);
  const tags = term.parent === 0 ? [] : [`term:${term.parent}`];
  await recordEvent(tx, { kind: 'term.created', type: taxonomy.name, subject: id, tags });
  if (slug !== '') return { ...columns, id };
  const row = { ...columns, id, slug: await freeTermSlug(tx, taxonomy, { id, slug: String(id), parent: term.parent }) };
  const placed = { ...row, path: pathOf(row.slug) };
  await writeTerm(tx, placed);
  await placeTerm(tx, id, placed.parent, placed.path);
  return placed;
}
