// DELETE on a term: for good, with `force` (terms-menus-and-blocks.md §1.8).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { noteDeed } from '../../audit/note.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { eraseItemsLeadingTo } from '../entries/remove-entry.ts';
import { termTags } from '../entries/save-entry.ts';
import { claimTermNumbers } from '../entries/terms-store.ts';
import { addToCount } from './count-store.ts';
import { type TermParts, taxonomyOf } from './parts.ts';
import { claimTerm } from './permissions.ts';
import {
  exchangeTerm,
  findEntriesOfOnly,
  findTerm,
  findTermsBelow,
  placeTerm,
  removeTerm,
  type TermRow,
} from './store.ts';
import { moveTermPaths } from './term-args.ts';

/** Deletes a term; answers with what it was. */
export function deleteTerm(parts: TermParts): Operation {
  return {
    async run(call: Call<{ force?: boolean }>, subject: TermRow) {
      const taxonomy = taxonomyOf(parts, call);
      if (!call.args.force) {
        throw new Refusal(
          'rest_trash_not_supported',
          501,
          `A ${taxonomy.noun.one} cannot be moved to the trash; send force=true to delete it.`,
        );
      }
      const erase = () =>
        parts.database.transaction(async (tx) => {
          const term = await claimTerm(tx, taxonomy, subject.id);
          await call.requireMatch();
          await claimTermNumbers(tx);
          const moved = await lift(tx, taxonomy, term);
          const ofCategories = taxonomy.name === 'category';
          const heirs = ofCategories ? await leaveInDefault(tx, term, parts.settings.values.default_category) : [];
          await eraseItemsLeadingTo(tx, 'taxonomy', term.id);
          const above = term.parent === 0 ? [] : [term.parent];
          await removeTerm(tx, term, termTags([...above, ...moved, ...heirs]));
          const deed = { action: 'term-deleted', kind: taxonomy.name, id: term.id, name: term.name } as const;
          await noteDeed(tx, parts.clock, call, deed);
        });
      return { kind: 'deleted', previous: subject, context: 'view', erase };
    },
  };
}

/** What is below the term goes to its parent; gives the numbers of all that has moved. */
async function lift(tx: WriteHandle, taxonomy: Taxonomy, term: TermRow): Promise<number[]> {
  const moved: number[] = [];
  const above = term.path.slice(0, Math.max(0, term.path.length - term.slug.length - 1));
  for (const child of await findTermsBelow(tx, taxonomy.name, [term.id])) {
    const path = above === '' ? child.slug : `${above}/${child.slug}`;
    await placeTerm(tx, child.id, term.parent, path);
    moved.push(child.id, ...(await moveTermPaths(tx, taxonomy, child.id, path)));
  }
  return moved;
}

/**
 * Entries that would be left without a category get the default one, where there is one (protocol.md §19: nobody checks it);
 * gives the category that they have got.
 */
async function leaveInDefault(tx: WriteHandle, term: TermRow, defaultCategory: number): Promise<number[]> {
  const lonely = await findEntriesOfOnly(tx, term.taxonomy, term.id);
  if (lonely.length === 0 || !(await findTerm(tx, term.taxonomy, defaultCategory))) return [];
  await exchangeTerm(
    tx,
    lonely.map((entry) => entry.entry_id),
    term.id,
    defaultCategory,
  );
  await addToCount(tx, defaultCategory, lonely.filter((entry) => entry.status === 'publish').length);
  return [defaultCategory];
}
