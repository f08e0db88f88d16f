// POST, PUT, PATCH on an item: what is sent changes, the rest stays (posts-and-pages.md §5).

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { sentSlug } from '../../rendering/slug.ts';
import { addPageToMenus } from '../menu-items/add-page.ts';
import { claimEntry } from './claim-entry.ts';
import { type ComposedEntry, composeEntry } from './compose-entry.ts';
import type { EntryArgs } from './entry-args.ts';
import { type EntryParts, typeOf } from './parts.ts';
import type { EntryHead, WholeEntry } from './rows.ts';
import { mayPublish } from './rules.ts';
import { type SlugChoice, saveEntry } from './save-entry.ts';
import { isUnnamedState } from './slugs.ts';
import { findEntry } from './store.ts';
import { chosenTerms } from './term-choice.ts';
import { textWorkOf } from './text-work.ts';

/** Changes an entry; answers with it as its editors see it. */
export function updateEntry(parts: EntryParts): Operation {
  return {
    async run(call: Call<EntryArgs>, subject: EntryHead) {
      const type = typeOf(parts.contract, call);
      const textWork = textWorkOf(parts, call);
      const update = async (tx: WriteHandle) => {
        const before = await claimEntry(tx, type, subject.id, call.actor, 'edit');
        await call.requireMatch();
        const entry = await composeEntry({ parts, read: tx, call, type, before, textWork });
        const terms = await chosenTerms(parts, tx, call, type, before.id);
        await saveEntry(tx, type, before, entry, slugChoice(call, type, before, entry), terms, call.actor.id);
        const after = await findEntry(tx, type.name, before.id);
        await addPageToMenus(parts, tx, before, after);
        return after;
      };
      const row = await textWork.complete(() => parts.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/**
 * The slug a changed entry wants (posts-and-pages.md §9): out of the trash the one it had before, whatever is sent; else
 * the one sent, else the one it has. An empty one sent is made anew from the title.
 */
function slugChoice(
  { args, actor }: Call<EntryArgs>,
  type: ContentType,
  before: WholeEntry,
  entry: ComposedEntry,
): SlugChoice & { slugBeforeTrash: string | null } {
  const stays = entry.status === 'trash';
  const former = before.status === 'trash' && !stays ? before.slug_before_trash : null;
  const sent = sentSlug(args.slug);
  const nameless = entry.status === 'pending' && !mayPublish(actor, type);
  return {
    slug: nameless ? '' : former || (sent ?? former ?? before.slug),
    mustBeFree: !former && sent !== undefined && (args.status === undefined || isUnnamedState(args.status)),
    slugBeforeTrash: stays ? before.slug_before_trash : null,
  };
}
