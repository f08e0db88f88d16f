// POST on menu items: a new item (terms-menus-and-blocks.md §3.2).

import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { peopleLock } from '../entries/claim-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeItem, itemParameters, type MenuItemArgs } from './compose-item.ts';
import { claimItems, saveNewItem, storedItem } from './save-item.ts';

/** Makes an item; answers 201 with it as its editors see it. */
export function createMenuItem(parts: EntryParts): Operation {
  return {
    async run(call: Call<MenuItemArgs>) {
      const textWork = textWorkOf(parts, call, itemParameters);
      const create = async (tx: WriteHandle) => {
        await tx.share(peopleLock);
        await claimItems(tx);
        const composed = await composeItem({ parts, tx, call, type: menuItems, before: undefined, textWork });
        return storedItem(tx, await saveNewItem(tx, composed, parts.site.home));
      };
      const row = await textWork.complete(() => parts.database.transaction(create));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}
