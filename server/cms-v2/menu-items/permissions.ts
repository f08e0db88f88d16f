// Defines the permissions of the menu item routes (terms-menus-and-blocks.md §3.4).

import { type MenuItemEndpoints, menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { Permissions } from '../../http/implement.ts';
import { type Call, type PermissionError, parseId, submitsId } from '../../http/module.ts';
import { forbiddenErrors as entryDenials } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { requireEntry } from '../entries/lock-entry.ts';
import { forbiddenErrors, mayViewMenus, menuCapability } from '../menus/deps.ts';
import { isHidden } from './conditions.ts';
import type { LoadedItem, MenuItemTargets } from './operations.ts';

const assignError: PermissionError = {
  code: 'rest_cannot_assign_term',
  message: 'You are not allowed to assign items to menus.',
};

/** Returns the permissions of menu items, keyed by their names in the contract. */
export function defineMenuItemPermissions(deps: EntryDeps): Permissions<MenuItemEndpoints, MenuItemTargets> {
  const { database } = deps;
  const { settings } = deps.site;
  // All permissions share this function, so that an item whose links depend on several permissions is loaded only once.
  const load = async (call: Call): Promise<LoadedItem> => {
    const item = await requireEntry(database.read, menuItems, parseId(call.path.id));
    return (await isHidden(deps, database.read, call.actor, item.id)) ? { ...item, isHidden: true } : item;
  };
  const checkMayView = ({ args, actor }: Call): PermissionError | undefined => {
    if (args.context === 'edit' && !actor.can(menuCapability)) return entryDenials.editContext;
    return mayViewMenus(actor, settings.values) ? undefined : forbiddenErrors.view;
  };
  const checkMayEdit =
    (error: PermissionError) =>
    ({ actor, args }: Call): PermissionError | undefined => {
      if (!actor.can(menuCapability)) return error;
      return typeof args.menus === 'number' && args.menus < 0 ? assignError : undefined;
    };
  return {
    'list-items': { permit: checkMayView },
    'read-item': {
      load,
      permit: (call, { status, isHidden = false }) => {
        const viewError = checkMayView(call);
        if (viewError === entryDenials.editContext) return viewError;
        if (status !== 'publish' && !call.actor.can(menuCapability)) return entryDenials.read;
        return viewError ?? (isHidden ? entryDenials.read : undefined);
      },
    },
    'create-item': {
      permit: (call) => (submitsId(call) ? entryDenials.exists : checkMayEdit(entryDenials.create)(call)),
    },
    'edit-item': { load, permit: checkMayEdit(entryDenials.edit) },
    'delete-item': { load, permit: checkMayEdit(entryDenials.delete) },
  };
}
