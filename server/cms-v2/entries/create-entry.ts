// POST on a collection: a new entry (posts-and-pages.md §4, §5).

import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { sentSlug } from '../../rendering/slug.ts';
import { addPageToMenus } from '../menu-items/add-page.ts';
import { peopleLock, treeLock } from './claim-entry.ts';
import { composeEntry } from './compose-entry.ts';
import type { EntryArgs } from './entry-args.ts';
import { type EntryParts, typeOf } from './parts.ts';
import { mayPublish } from './rules.ts';
import { saveNewEntry } from './save-entry.ts';
import { isUnnamedState } from './slugs.ts';
import { findEntry } from './store.ts';
import { chosenTerms } from './term-choice.ts';
import { textWorkOf } from './text-work.ts';

/** Makes an entry; answers 201 with it as its editors see it. */
export function createEntry(parts: EntryParts): Operation {
  return {
    async run(call: Call<EntryArgs>) {
      const type = typeOf(parts.contract, call);
      const textWork = textWorkOf(parts, call);
      const create = async (tx: WriteHandle) => {
        await tx.share(peopleLock);
        if (type.hierarchical) await tx.lock(treeLock(type));
        const entry = await composeEntry({ parts, read: tx, call, type, before: undefined, textWork });
        const terms = await chosenTerms(parts, tx, call, type, undefined);
        const wished =
          entry.status === 'pending' && !mayPublish(call.actor, type) ? undefined : sentSlug(call.args.slug);
        const mustBeFree = call.args.status !== undefined && isUnnamedState(call.args.status);
        const guid = (number: number) => parts.site.home + type.address.other.replace('{id}', String(number));
        const choice = { slug: wished ?? '', mustBeFree };
        const made = await findEntry(tx, type.name, await saveNewEntry(tx, type, entry, choice, terms, guid));
        await addPageToMenus(parts, tx, undefined, made);
        return made;
      };
      const row = await textWork.complete(() => parts.database.transaction(create));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}
