// DELETE on a menu: for good, with `force`, and its items with it (terms-menus-and-blocks.md §2).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { noteDeed } from '../../audit/note.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { eraseEntry } from '../entries/remove-entry.ts';
import { removeTerm, type TermRow } from '../terms/store.ts';
import type { MenuParts } from './parts.ts';
import { claimMenu } from './permissions.ts';
import { findItemsOfMenu } from './store.ts';

/** Deletes a menu and its items; answers with what it was. Throws Refusal 501 `rest_trash_not_supported`. */
export function deleteMenu({ database, clock }: MenuParts): Operation {
  return {
    async run(call: Call<{ force?: boolean }>, subject: TermRow) {
      if (!call.args.force) {
        const sentence = 'A menu cannot be moved to the trash; send force=true to delete it.';
        throw new Refusal('rest_trash_not_supported', 501, sentence);
      }
      const erase = () =>
        database.transaction(async (tx) => {
          const menu = await claimMenu(tx, subject.id);
          await call.requireMatch();
          for (const item of await findItemsOfMenu(tx, menu.id)) await eraseEntry(tx, menuItems, item);
          await removeTerm(tx, menu);
          await noteDeed(tx, clock, call, {
            action: 'term-deleted',
            kind: menu.taxonomy,
            id: menu.id,
            name: menu.name,
          });
        });
      return { kind: 'deleted', previous: subject, context: 'view', erase };
    },
  };
}
