// Maps the taxonomy terms of an imported file to terms of this site.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import { findTerm, findTermIdsBySlugs } from '../cms-v2/terms/store.ts';
import { toSlug } from '../rendering/slug.ts';
import { findImported, findImportedTerms, upsertImported } from './imported-store.ts';
import type { Batch } from './run.ts';

/** Returns the kind of the `imported` rows of a taxonomy's terms. */
export const termKind = ({ name }: Taxonomy): string => `term of ${name}`;

/** Returns the kind of the `imported` rows that map the source IDs of a taxonomy's terms to local IDs. */
export const termIdKind = ({ name }: Taxonomy): string => `term of ${name} by its number`;

/** Returns the key of a term in its taxonomy: its normalized slug or, without a slug, a slug of its name or the name itself. */
export const termKey = ({ slug, name }: { slug: string; name: string }): string =>
  toSlug(slug) || toSlug(name) || name.trim();

/** Loads the local IDs of terms of a taxonomy that were imported before, in one statement. */
export async function loadLocalTerms(batch: Batch, taxonomy: Taxonomy, keys: readonly string[]): Promise<void> {
  const filter = { source: batch.run.source, kind: termKind(taxonomy), taxonomy: taxonomy.name };
  for (const { source_id, own_id } of await findImportedTerms(batch.tx, filter, keys))
    cacheTermId(batch, taxonomy, source_id, own_id);
}

/** Returns the local ID of a term that was imported before or has the same slug; undefined if there is none. */
export async function findLocalTermId(batch: Batch, taxonomy: Taxonomy, key: string): Promise<number | undefined> {
  const { tx, run, content } = batch;
  const cached = content.terms.get(`${taxonomy.name} ${key}`);
  if (cached !== undefined) return cached;
  const kind = termKind(taxonomy);
  const imported = (await findImported(tx, run.source, kind, [key])).get(key);
  if (imported !== undefined && (await findTerm(tx, taxonomy.name, imported)))
    return cacheTermId(batch, taxonomy, key, imported);
  const [sameSlug] = await findTermIdsBySlugs(tx, taxonomy.name, [key]);
  if (!sameSlug) return undefined;
  await upsertImported(tx, { source: run.source, kind, source_id: key, own_id: sameSlug.id });
  return cacheTermId(batch, taxonomy, key, sameSlug.id);
}

/** Caches the local ID of a term for the rest of the batch, and returns the ID. */
export function cacheTermId({ content }: Batch, taxonomy: Taxonomy, key: string, id: number): number {
  content.lookups.addKnownTerm(taxonomy.name, id);
  content.terms.set(`${taxonomy.name} ${key}`, id);
  return id;
}
