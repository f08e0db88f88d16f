// What terms are called in addresses (terms-menus-and-blocks.md §1.3).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { firstFreeSlug } from '../../rendering/free-slug.ts';
import { cutSlug } from '../../rendering/slug.ts';
import { findTerm, findTermsBySlug, findTermsOfSlugs } from './store.ts';

const longest = 200;

/**
 * A slug for a term of the taxonomy: the one wished for where no term of the taxonomy has it; else with the slugs of its
 * parents behind it, nearest first, until no term at all has it; else with the first free number -2, -3 …
 * `id` is the term's own number, 0 for a new one.
 */
export async function freeTermSlug(
  tx: WriteHandle,
  taxonomy: Taxonomy,
  wish: { id: number; slug: string; parent: number },
): Promise<string> {
  await tx.lock(`term slugs ${taxonomy.name}`);
  const others = (await findTermsBySlug(tx, wish.slug)).filter((term) => term.id !== wish.id);
  if (!others.some((term) => term.taxonomy === taxonomy.name)) return wish.slug;
  let slug = wish.slug;
  const passed = new Set<number>();
  for (let parent = wish.parent; parent !== 0 && !passed.has(parent); ) {
    passed.add(parent);
    const above = await findTerm(tx, taxonomy.name, parent);
    slug = cutSlug(`${slug}-${above?.slug ?? ''}`, longest);
    if ((await findTermsBySlug(tx, slug)).every((term) => term.id === wish.id)) return slug;
    parent = above?.parent ?? 0;
  }
  return numbered(tx, slug, wish.id);
}

/** `slug` is taken: its first free form with a number. */
function numbered(tx: WriteHandle, slug: string, id: number): Promise<string> {
  const stem = cutSlug(slug, longest - 8);
  return firstFreeSlug(
    (n) => (n === 1 ? slug : `${stem}-${n}`),
    async (slugs) => (await findTermsOfSlugs(tx, slugs)).filter((term) => term.id !== id).map((term) => term.slug),
  );
}
