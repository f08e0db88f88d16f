// Finds free slugs for terms (terms-menus-and-blocks.md §1.3).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { firstFreeSlug } from '../../rendering/free-slug.ts';
import { truncateSlug } from '../../rendering/slug.ts';
import { findTerm, findTermsBySlug, findTermsBySlugs } from './store.ts';

const maxSlugLength = 200;

/**
 * Returns a free slug for a term. This is the requested slug if no other term of the taxonomy has it. Otherwise the slugs of the
 * ancestors are appended, the nearest one first, until no other term of any taxonomy has the result. If that fails, the first
 * free numeric suffix (-2, -3 and so on) is appended. `id` is the ID of the term; 0 for a new one.
 */
export async function findFreeTermSlug(
  tx: WriteHandle,
  taxonomy: Taxonomy,
  request: { id: number; slug: string; parent: number },
): Promise<string> {
  await tx.lock(`term slugs ${taxonomy.name}`);
  const others = (await findTermsBySlug(tx, request.slug)).filter((term) => term.id !== request.id);
  if (!others.some((term) => term.taxonomy === taxonomy.name)) return request.slug;
  let slug = request.slug;
  const visited = new Set<number>();
  for (let parent = request.parent; parent !== 0 && !visited.has(parent); ) {
    visited.add(parent);
    const above = await findTerm(tx, taxonomy.name, parent);
    slug = truncateSlug(`${slug}-${above?.slug ?? ''}`, maxSlugLength);
    if ((await findTermsBySlug(tx, slug)).every((term) => term.id === request.id)) return slug;
    parent = above?.parent ?? 0;
  }
  return withNumericSuffix(tx, slug, request.id);
}

/** Returns the first free variant of a taken slug with a numeric suffix. `id` is the ID of the term; 0 for a new one. */
function withNumericSuffix(tx: WriteHandle, slug: string, id: number): Promise<string> {
  const stem = truncateSlug(slug, maxSlugLength - 8);
  return firstFreeSlug(
    (n) => (n === 1 ? slug : `${stem}-${n}`),
    async (slugs) => (await findTermsBySlugs(tx, slugs)).filter((term) => term.id !== id).map((term) => term.slug),
  );
}
