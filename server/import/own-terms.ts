// Which term of the file is which of ours.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import { findIdsOfSlugs, findTerm } from '../cms-v2/terms/store.ts';
import { toSlug } from '../rendering/slug.ts';
import { findImported, writeImported } from './imported-store.ts';
import type { Batch } from './run.ts';

/** What is remembered of the terms of a taxonomy. */
export const termKind = ({ name }: Taxonomy): string => `term of ${name}`;

/** What is remembered of the numbers that the terms of a taxonomy had. */
export const termNumberKind = ({ name }: Taxonomy): string => `term of ${name} by its number`;

/** What terms of a taxonomy are told apart by: the slug in its plain form, or the name of one without a slug. */
export const termKey = ({ slug, name }: { slug: string; name: string }): string =>
  toSlug(slug) || toSlug(name) || name.trim();

/** The number of the term that one of the file is here: as imported before, else the one that has its slug. */
export async function findOwnTerm(batch: Batch, taxonomy: Taxonomy, key: string): Promise<number | undefined> {
  const { tx, run, terms } = batch;
  const cached = terms.get(`${taxonomy.name} ${key}`);
  if (cached !== undefined) return cached;
  const kind = termKind(taxonomy);
  const imported = (await findImported(tx, run.source, kind, [key])).get(key);
  if (imported !== undefined && (await findTerm(tx, taxonomy.name, imported)))
    return cache(batch, taxonomy, key, imported);
  const [namesake] = await findIdsOfSlugs(tx, taxonomy.name, [key]);
  if (!namesake) return undefined;
  await writeImported(tx, { source: run.source, kind, source_id: key, own_id: namesake.id });
  return cache(batch, taxonomy, key, namesake.id);
}

/** Remembers for the rest of the batch which term one of the file is. */
export function cache({ terms }: Batch, taxonomy: Taxonomy, key: string, id: number): number {
  terms.set(`${taxonomy.name} ${key}`, id);
  return id;
}
