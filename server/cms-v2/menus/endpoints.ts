// Binds the endpoints of menus to their operations.
import { menusModule } from '../../../contract/cms-v2/menus.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { TermOperations } from '../terms/operations.ts';
import { menuChecks } from './checks.ts';
import { createMenu } from './create-menu.ts';
import { deleteMenu } from './delete-menu.ts';
import type { MenuDeps } from './deps.ts';
import { getMenu } from './get-menu.ts';
import { defineMenuPermissions } from './permissions.ts';
import { menuPresenter } from './present.ts';
import { updateMenu } from './update-menu.ts';

/** Returns the module of menus. Lists use the list operation of terms. */
export function menusEndpoints(deps: MenuDeps, listTerms: TermOperations['list-terms']): Module {
  return implement(menusModule, {
    permissions: defineMenuPermissions(deps),
    operations: {
      'list-terms': listTerms,
      'get-menu': getMenu(),
      'create-menu': createMenu(deps),
      'update-menu': updateMenu(deps),
      'delete-menu': deleteMenu(deps),
    },
    presenter: menuPresenter(deps),
    checks: menuChecks(deps),
  });
}
