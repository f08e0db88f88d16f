// DELETE /cms/v2/menus/<id>: deletes a menu permanently, with its items (terms-menus-and-blocks.md §2).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import { deleteTermRow } from '../terms/store.ts';
import type { MenuDeps } from './deps.ts';
import type { MenuOperations } from './operations.ts';
import { lockMenu } from './permissions.ts';
import { findItemsOfMenu } from './store.ts';

/**
 * Deletes a menu with its items and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without
 * `force`.
 */
export function deleteMenu({ database, clock, writer }: MenuDeps): MenuOperations['delete-menu'] {
  return {
    async run(call, loadedMenu) {
      if (!call.args.force) {
        const message = 'Menus cannot be moved to the trash; send force=true to delete them permanently.';
        throw new ApiError('rest_trash_not_supported', 501, message);
      }
      const deleteStored = () =>
        database.transaction(async (tx) => {
          const menu = await lockMenu(tx, loadedMenu.id);
          await call.requireMatch();
          for (const item of await findItemsOfMenu(tx, menu.id)) await writer.delete(tx, menuItems, item);
          await deleteTermRow(tx, menu);
          await recordAuditEvent(tx, clock, call, {
            action: 'term-deleted',
            kind: menu.taxonomy,
            id: menu.id,
            name: menu.name,
          });
        });
      return { kind: 'deleted', previous: loadedMenu, context: 'view', deleteStored };
    },
  };
}
