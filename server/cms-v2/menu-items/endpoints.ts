// Binds the endpoints of menu items to their operations.
import { menuItemsModule } from '../../../contract/cms-v2/menu-items.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { EntryOperations } from '../entries/operations.ts';
import { menuItemChecks } from './checks.ts';
import { createMenuItem } from './create-menu-item.ts';
import { deleteMenuItem } from './delete-menu-item.ts';
import { getMenuItem } from './get-menu-item.ts';
import { defineMenuItemPermissions } from './permissions.ts';
import { menuItemPresenter } from './present.ts';
import { updateMenuItem } from './update-menu-item.ts';

/** Returns the module of menu items. Lists use the list operation of entries. */
export function menuItemsEndpoints(deps: EntryDeps, listEntries: EntryOperations['list-entries']): Module {
  return implement(menuItemsModule, {
    permissions: defineMenuItemPermissions(deps),
    operations: {
      'list-entries': listEntries,
      'get-menu-item': getMenuItem(),
      'create-menu-item': createMenuItem(deps),
      'update-menu-item': updateMenuItem(deps),
      'delete-menu-item': deleteMenuItem(deps),
    },
    presenter: menuItemPresenter(deps),
    checks: menuItemChecks,
  });
}
