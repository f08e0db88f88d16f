// POST /cms/v2/menu-items: creates a menu item (terms-menus-and-blocks.md §3.2).

import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeItem, itemParameters } from './compose-item.ts';
import type { MenuItemOperations } from './operations.ts';
import { getStoredItem, lockMenuItems, saveNewItem } from './save-item.ts';

/** Creates an item and responds 201 with it in the edit context. */
export function createMenuItem(deps: EntryDeps): MenuItemOperations['create-menu-item'] {
  return {
    async run(call) {
      const textWork = textWorkOf(deps.texts, call, itemParameters);
      const create = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        await lockMenuItems(tx);
        const composed = await composeItem({ deps, tx, call, type: menuItems, before: undefined, textWork });
        return getStoredItem(tx, await saveNewItem(tx, deps.writer, composed, deps.site.urls.home));
      };
      const row = await textWork.complete(() => deps.database.transaction(create));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}
