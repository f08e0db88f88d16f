// The room of menus.
import type { menuOperations } from '../../../contract/cms-v2/menus.ts';
import type { Operation, Room } from '../../http/room.ts';
import { menuChecks } from './checks.ts';
import { createMenu } from './create-menu.ts';
import { deleteMenu } from './delete-menu.ts';
import { getMenu } from './get-menu.ts';
import type { MenuParts } from './parts.ts';
import { menuRules } from './permissions.ts';
import { menuPresenter } from './present.ts';
import { updateMenu } from './update-menu.ts';

/** Joins the room's rules, operations and presenter. Lists are those of terms. */
export function menusRoom(parts: MenuParts, listTerms: Operation): Room {
  const operations: Record<(typeof menuOperations)[number], Operation> = {
    'list-terms': listTerms,
    'get-menu': getMenu(),
    'create-menu': createMenu(parts),
    'update-menu': updateMenu(parts),
    'delete-menu': deleteMenu(parts),
  };
  return { permissions: menuRules(parts), operations, presenter: menuPresenter(parts), checks: menuChecks(parts) };
}
