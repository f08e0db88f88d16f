// DELETE on a menu item: for good, with `force` (terms-menus-and-blocks.md §3.2).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { claimEntry, peopleLock } from '../entries/claim-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import { eraseNoted } from '../entries/remove-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { claimItems } from './save-item.ts';

/** Deletes an item; what was below it comes into its place. Throws Refusal 501 `rest_trash_not_supported`. */
export function deleteMenuItem(parts: EntryParts): Operation {
  return {
    async run(call: Call<{ force?: boolean }>, subject: WholeEntry) {
      if (!call.args.force) {
        const sentence = 'An item cannot be moved to the trash; send force=true to delete it.';
        throw new Refusal('rest_trash_not_supported', 501, sentence);
      }
      const erase = () =>
        parts.database.transaction(async (tx) => {
          await tx.share(peopleLock);
          await claimItems(tx);
          const entry = await claimEntry(tx, menuItems, subject.id, call.actor, 'delete');
          await call.requireMatch();
          await eraseNoted(parts, tx, call, menuItems, entry);
        });
      return { kind: 'deleted', previous: subject, context: 'view', erase };
    },
  };
}
