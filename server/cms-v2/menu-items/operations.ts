// Declares the types of the menu item operations: the targets that they receive, and the rows that they return.
import type { MenuItemEndpoints } from '../../../contract/cms-v2/menu-items.ts';
import type { Operations } from '../../http/implement.ts';
import type { ArgsOf } from '../../http/module.ts';
import type { EntryRow, WholeEntry } from '../entries/rows.ts';

/** A menu item. `isHidden` is true if the caller may not read its target. */
export type LoadedItem = WholeEntry & { readonly isHidden?: boolean };

/** The targets of the permissions. */
export type MenuItemTargets = {
  'read-item': LoadedItem;
  'edit-item': LoadedItem;
  'delete-item': LoadedItem;
};

/** The operations, keyed by their names in the contract. */
export type MenuItemOperations = Operations<MenuItemEndpoints, MenuItemTargets, EntryRow>;

/** The arguments for creating or updating a menu item. */
export type MenuItemArgs = ArgsOf<MenuItemEndpoints['update-menu-item']>;
