// POST, PUT, PATCH on a menu item: what is sent changes, the rest stays (terms-menus-and-blocks.md §3.2).

import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { claimEntry, peopleLock } from '../entries/claim-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findCarriedTerms } from '../entries/terms-store.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeItem, itemParameters, type MenuItemArgs } from './compose-item.ts';
import { claimItems, saveItem, storedItem } from './save-item.ts';
import { findItem } from './store.ts';

/** Changes an item; answers with it as its editors see it. */
export function updateMenuItem(parts: EntryParts): Operation {
  return {
    async run(call: Call<MenuItemArgs>, subject: WholeEntry) {
      const textWork = textWorkOf(parts, call, itemParameters);
      const update = async (tx: WriteHandle) => {
        await tx.share(peopleLock);
        await claimItems(tx);
        const entry = await claimEntry(tx, menuItems, subject.id, call.actor, 'edit');
        await call.requireMatch();
        const item = await findItem(tx, entry.id);
        if (!item) throw new Error(`the item ${entry.id} leads nowhere`);
        const [carried] = await findCarriedTerms(tx, [entry.id]);
        const before = { entry, item, menu: carried?.term_id };
        await saveItem(tx, before, await composeItem({ parts, tx, call, type: menuItems, before, textWork }));
        return storedItem(tx, entry.id);
      };
      const row = await textWork.complete(() => parts.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
