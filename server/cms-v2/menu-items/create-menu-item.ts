// POST on menu items: a new item (terms-menus-and-blocks.md §3.2).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { Call, Operation } from '../../http/room.ts';
import { peopleLock } from '../entries/claim-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import { composeItem, type MenuItemArgs } from './compose-item.ts';
import { claimItems, saveNewItem, storedItem } from './save-item.ts';

/** Makes an item; answers 201 with it as its editors see it. */
export function createMenuItem(parts: EntryParts): Operation {
  return {
    async run(call: Call<MenuItemArgs>) {
      const row = await parts.database.transaction(async (tx) => {
        await tx.share(peopleLock);
        await claimItems(tx);
        const composed = await composeItem({ parts, tx, call, type: menuItems, before: undefined });
        return storedItem(tx, await saveNewItem(tx, composed, parts.site.home));
      });
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}
