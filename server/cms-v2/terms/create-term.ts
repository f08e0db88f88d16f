// POST on a taxonomy's collection: a new term (terms-menus-and-blocks.md §1.2, §1.3, §1.5).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { sentSlug, toSlug } from '../../rendering/slug.ts';
import { type TermParts, taxonomyOf } from './parts.ts';
import { findTermsByName, findTermsBySlug, type TermRow } from './store.ts';
import { storeTerm } from './store-term.ts';
import {
  type DescriptionColumns,
  sentDescription,
  sentParent,
  storedDescription,
  storedName,
  type TermArgs,
} from './term-args.ts';

/** Makes a term; answers 201 with it as its editors see it. */
export function createTerm(parts: TermParts): Operation {
  return {
    async run(call: Call<TermArgs>) {
      const taxonomy = taxonomyOf(parts, call);
      const described = (await sentDescription(parts, call)) ?? storedDescription('');
      const row = await parts.database.transaction((tx) => makeTerm(tx, call, taxonomy, described));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}

async function makeTerm(
  tx: WriteHandle,
  call: Call<TermArgs>,
  taxonomy: Taxonomy,
  described: DescriptionColumns,
): Promise<TermRow> {
  const parent = (await sentParent(tx, call, taxonomy)) ?? 0;
  const named = storedName(call.args.name ?? '');
  const wished = sentSlug(call.args.slug) ?? '';
  await tx.lock(`term slugs ${taxonomy.name}`);
  const taken = await sameTerm(tx, taxonomy, { ...named, slug: wished, parent });
  if (taken) {
    throw new Refusal('term_exists', 400, `There is a ${taxonomy.noun.one} of this name already.`, {
      data: { term_id: taken.id },
      additionalData: [taken.id, taken.id],
    });
  }
  return storeTerm(tx, taxonomy, { ...named, ...described, parent }, wished);
}

/** The term that a new one would repeat, letter case aside (terms-menus-and-blocks.md §1.5). */
async function sameTerm(
  tx: WriteHandle,
  { name: taxonomy, hierarchical }: Taxonomy,
  wish: { name: string; name_key: string; slug: string; parent: number },
): Promise<TermRow | undefined> {
  const isSibling = (term: TermRow) => !hierarchical || term.parent === wish.parent;
  const alike = (await findTermsByName(tx, taxonomy, wish.name_key)).filter(isSibling);
  const ofName = alike.find((term) => term.name.toLowerCase() === wish.name.toLowerCase());
  if (!ofName) return undefined;
  const slug = wish.slug || toSlug(wish.name);
  const ofSlug = (await findTermsBySlug(tx, slug)).find((term) => term.taxonomy === taxonomy);
  const wantsItsSlug = wish.slug === '' || ofName.slug === slug;
  if (!wantsItsSlug && !ofSlug) return undefined;
  if (!hierarchical) return ofName;
  if (wantsItsSlug && alike.some((term) => term.name === wish.name)) return ofName;
  return ofSlug && isSibling(ofSlug) ? ofSlug : undefined;
}
