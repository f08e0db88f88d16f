// POST, PUT and PATCH /cms/v2/menu-items/<id>: update the submitted fields of a menu item (terms-menus-and-blocks.md §3.2).

import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { lockEntry, usersLock } from '../entries/lock-entry.ts';
import { findEntryTerms } from '../entries/terms-store.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeItem, itemParameters } from './compose-item.ts';
import type { MenuItemOperations } from './operations.ts';
import { getStoredItem, lockMenuItems, saveItem } from './save-item.ts';
import { findMenuItem } from './store.ts';

/** Updates an item and responds with it in the edit context. */
export function updateMenuItem(deps: EntryDeps): MenuItemOperations['update-menu-item'] {
  return {
    async run(call, loadedItem) {
      const textWork = textWorkOf(deps.texts, call, itemParameters);
      const update = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        await lockMenuItems(tx);
        const entry = await lockEntry(tx, menuItems, loadedItem.id, call.actor, 'edit');
        await call.requireMatch();
        const item = await findMenuItem(tx, entry.id);
        if (!item) throw new Error(`menu item ${entry.id} has no target`);
        const [menuTerm] = await findEntryTerms(tx, [entry.id]);
        const before = { entry, item, menu: menuTerm?.term_id };
        await saveItem(
          tx,
          deps.writer,
          before,
          await composeItem({ deps, tx, call, type: menuItems, before, textWork }),
        );
        return getStoredItem(tx, entry.id);
      };
      const row = await textWork.complete(() => deps.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
