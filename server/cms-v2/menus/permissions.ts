// Defines the permissions of the menu routes (terms-menus-and-blocks.md §2, Who may).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { MenuEndpoints } from '../../../contract/cms-v2/menus.ts';
import { isSignedIn } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import type { Permissions } from '../../http/implement.ts';
import { type Call, type PermissionError, parseId } from '../../http/module.ts';
import { findTerm, type TermRow } from '../terms/store.ts';
import { forbiddenErrors, type MenuDeps, mayViewMenus, menuCapability } from './deps.ts';
import type { MenuTargets } from './operations.ts';

/** Returns the menu with this ID. Throws ApiError 404 `rest_term_invalid` if there is none. */
async function requireMenu(read: ReadHandle, id: number): Promise<TermRow> {
  const menu = await findTerm(read, 'nav_menu', id);
  if (!menu) throw new ApiError('rest_term_invalid', 404, 'No menu with this ID.');
  return menu;
}

/**
 * Locks all menus until the transaction ends, and returns the one with this ID. Throws ApiError 404 `rest_term_invalid` if there
 * is none.
 */
export async function lockMenu(tx: WriteHandle, id: number): Promise<TermRow> {
  await tx.lock('term slugs nav_menu');
  return requireMenu(tx, id);
}

const isPublishedItem = ({ actor }: Call, entry: MenuTargets['list-menus']): boolean =>
  isSignedIn(actor) && entry?.type === menuItems.name && entry.status === 'publish';

/** Returns the permissions of menus, keyed by their names in the contract. */
export function defineMenuPermissions({
  database,
  settings,
  listTermsPermission,
}: MenuDeps): Permissions<MenuEndpoints, MenuTargets> {
  const load = (call: Call) => requireMenu(database.read, parseId(call.path.id));
  const checkMayView = ({ args, actor }: Call): PermissionError | undefined => {
    if (args.context === 'edit' && !actor.can(menuCapability)) return forbiddenErrors.editContext;
    return mayViewMenus(actor, settings.values) ? undefined : forbiddenErrors.view;
  };
  const requireMenuCapability = (error: PermissionError) => ({
    permit: ({ actor }: Call) => (actor.can(menuCapability) ? undefined : error),
  });
  return {
    'list-menus': {
      load: async (call) => listTermsPermission.load?.(call),
      // Signed-in users who may view menus may list the menus of any published menu item (additions.md, "menus?post").
      permit: (call, entry) =>
        (isPublishedItem(call, entry) ? undefined : listTermsPermission.permit(call, entry)) ?? checkMayView(call),
    },
    'read-menu': { load, permit: checkMayView },
    'create-menu': requireMenuCapability(forbiddenErrors.create),
    'edit-menu': { load, ...requireMenuCapability(forbiddenErrors.update) },
    'delete-menu': { load, ...requireMenuCapability(forbiddenErrors.delete) },
  };
}
