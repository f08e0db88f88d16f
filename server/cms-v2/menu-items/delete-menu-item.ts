// DELETE /cms/v2/menu-items/<id>: deletes a menu item permanently (terms-menus-and-blocks.md §3.2).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { ApiError } from '../../api-error.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { lockEntry, usersLock } from '../entries/lock-entry.ts';
import { deleteWithAuditEvent } from '../entries/trash-and-delete.ts';
import type { MenuItemOperations } from './operations.ts';
import { lockMenuItems } from './save-item.ts';

/**
 * Deletes an item and responds with its previous values. Its children move to its parent. Throws ApiError 501
 * `rest_trash_not_supported` without `force`.
 */
export function deleteMenuItem(deps: EntryDeps): MenuItemOperations['delete-menu-item'] {
  return {
    async run(call, loadedItem) {
      if (!call.args.force) {
        const message = 'Menu items cannot be moved to the trash; send force=true to delete them permanently.';
        throw new ApiError('rest_trash_not_supported', 501, message);
      }
      const deleteStored = () =>
        deps.database.transaction(async (tx) => {
          await tx.share(usersLock);
          await lockMenuItems(tx);
          const entry = await lockEntry(tx, menuItems, loadedItem.id, call.actor, 'delete');
          await call.requireMatch();
          await deleteWithAuditEvent(deps, tx, call, menuItems, entry);
        });
      return { kind: 'deleted', previous: loadedItem, context: 'view', deleteStored };
    },
  };
}
