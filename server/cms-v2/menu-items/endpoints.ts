// Binds the endpoints of menu items to their operations.
import type { menuItemOperations } from '../../../contract/cms-v2/menu-items.ts';
import type { Module, Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { menuItemChecks } from './checks.ts';
import { createMenuItem } from './create-menu-item.ts';
import { deleteMenuItem } from './delete-menu-item.ts';
import { getMenuItem } from './get-menu-item.ts';
import { defineMenuItemPermissions } from './permissions.ts';
import { menuItemPresenter } from './present.ts';
import { updateMenuItem } from './update-menu-item.ts';

/** Binds the endpoints to their operations, permissions, presenter and checks. Lists use the list operation of entries. */
export function menuItemsEndpoints(deps: EntryDeps, listEntries: Operation): Module {
  const operations: Record<(typeof menuItemOperations)[number], Operation> = {
    'list-entries': listEntries,
    'get-menu-item': getMenuItem(),
    'create-menu-item': createMenuItem(deps),
    'update-menu-item': updateMenuItem(deps),
    'delete-menu-item': deleteMenuItem(deps),
  };
  return {
    permissions: defineMenuItemPermissions(deps),
    operations,
    presenter: menuItemPresenter(deps),
    checks: menuItemChecks,
  };
}
