// Binds the endpoints of menus to their operations.
import type { menuOperations } from '../../../contract/cms-v2/menus.ts';
import type { Module, Operation } from '../../http/module.ts';
import { menuChecks } from './checks.ts';
import { createMenu } from './create-menu.ts';
import { deleteMenu } from './delete-menu.ts';
import type { MenuDeps } from './deps.ts';
import { getMenu } from './get-menu.ts';
import { defineMenuPermissions } from './permissions.ts';
import { menuPresenter } from './present.ts';
import { updateMenu } from './update-menu.ts';

/** Binds the endpoints to their operations, permissions, presenter and checks. Lists use the list operation of terms. */
export function menusEndpoints(deps: MenuDeps, listTerms: Operation): Module {
  const operations: Record<(typeof menuOperations)[number], Operation> = {
    'list-terms': listTerms,
    'get-menu': getMenu(),
    'create-menu': createMenu(deps),
    'update-menu': updateMenu(deps),
    'delete-menu': deleteMenu(deps),
  };
  return {
    permissions: defineMenuPermissions(deps),
    operations,
    presenter: menuPresenter(deps),
    checks: menuChecks(deps),
  };
}
