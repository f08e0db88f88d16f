// POST, PUT, PATCH on a term: what is sent changes, the rest stays (terms-menus-and-blocks.md §1.2, §1.3, §1.8).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { sentSlug, toSlug } from '../../rendering/slug.ts';
import { termTags } from '../entries/save-entry.ts';
import { findTermTrees } from '../entries/terms-store.ts';
import { type TermParts, taxonomyOf } from './parts.ts';
import { claimTerm } from './permissions.ts';
import { findTerm, findTermsBySlug, type TermRow, writeTerm } from './store.ts';
import {
  type DescriptionColumns,
  moveTermPaths,
  sentDescription,
  sentParent,
  storedName,
  type TermArgs,
} from './term-args.ts';
import { freeTermSlug } from './term-slugs.ts';

/** Changes a term; answers with it as its editors see it. */
export function updateTerm(parts: TermParts): Operation {
  return {
    async run(call: Call<TermArgs>, subject: TermRow) {
      const taxonomy = taxonomyOf(parts, call);
      const described = await sentDescription(parts, call);
      const row = await parts.database.transaction(async (tx) => {
        const before = await claimTerm(tx, taxonomy, subject.id);
        await call.requireMatch();
        return change(tx, call, taxonomy, before, described ?? before);
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

async function change(
  tx: WriteHandle,
  call: Call<TermArgs>,
  taxonomy: Taxonomy,
  before: TermRow,
  described: DescriptionColumns,
): Promise<TermRow> {
  const { args } = call;
  const parent = await newParent(tx, call, taxonomy, before);
  const named = args.name === undefined ? before : storedName(args.name);
  const slug = await newSlug(tx, args, taxonomy, before, parent, named.name);
  const above = parent === 0 ? undefined : await findTerm(tx, taxonomy.name, parent);
  const { name, name_key } = named;
  const { description, description_key } = described;
  const after = {
    ...before,
    name,
    name_key,
    description,
    description_key,
    parent,
    slug,
    path: above ? `${above.path}/${slug}` : slug,
  };
  await writeTerm(tx, after);
  const moved = after.path === before.path ? [] : await moveTermPaths(tx, taxonomy, before.id, after.path);
  const touched = [...[before.parent, parent].filter((id) => id !== 0), ...moved];
  await recordEvent(tx, { kind: 'term.updated', type: taxonomy.name, subject: before.id, tags: termTags(touched) });
  return after;
}

/** The term itself and what is below it cannot be its parent: it goes to the top instead. */
async function newParent(tx: WriteHandle, call: Call<TermArgs>, taxonomy: Taxonomy, before: TermRow): Promise<number> {
  const parent = await sentParent(tx, call, taxonomy);
  if (parent === undefined || parent === 0) return parent ?? before.parent;
  return (await findTermTrees(tx, [before.id])).includes(parent) ? 0 : parent;
}

/** A slug that another term has is refused, unless the term moves or its slug is made anew from its name. */
async function newSlug(
  tx: WriteHandle,
  { slug }: TermArgs,
  taxonomy: Taxonomy,
  before: TermRow,
  parent: number,
  name: string,
): Promise<string> {
  const wished = sentSlug(slug);
  if (wished === undefined) return before.slug;
  const wish = { id: before.id, slug: wished || toSlug(name) || String(before.id), parent };
  await tx.lock(`term slugs ${taxonomy.name}`);
  const taken = (await findTermsBySlug(tx, wish.slug)).some(
    (term) => term.taxonomy === taxonomy.name && term.id !== before.id,
  );
  if (taken && wished !== '' && parent === before.parent) {
    throw new Refusal('duplicate_term_slug', 400, `Another ${taxonomy.noun.one} has this slug.`);
  }
  return freeTermSlug(tx, taxonomy, wish);
}
