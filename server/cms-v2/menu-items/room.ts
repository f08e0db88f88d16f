// The room of the items of menus.
import type { menuItemOperations } from '../../../contract/cms-v2/menu-items.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { menuItemChecks } from './checks.ts';
import { createMenuItem } from './create-menu-item.ts';
import { deleteMenuItem } from './delete-menu-item.ts';
import { getMenuItem } from './get-menu-item.ts';
import { menuItemRules } from './permissions.ts';
import { menuItemPresenter } from './present.ts';
import { updateMenuItem } from './update-menu-item.ts';

/** Joins the room's rules, operations and presenter. Lists are those of entries. */
export function menuItemsRoom(parts: EntryParts, listEntries: Operation): Room {
  const operations: Record<(typeof menuItemOperations)[number], Operation> = {
    'list-entries': listEntries,
    'get-menu-item': getMenuItem(),
    'create-menu-item': createMenuItem(parts),
    'update-menu-item': updateMenuItem(parts),
    'delete-menu-item': deleteMenuItem(parts),
  };
  return {
    permissions: menuItemRules(parts),
    operations,
    presenter: menuItemPresenter(parts),
    checks: menuItemChecks,
  };
}
