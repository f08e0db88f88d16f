// Declares the types of the menu operations: the targets that they receive, and the rows that they return.
import type { MenuEndpoints } from '../../../contract/cms-v2/menus.ts';
import type { Operations } from '../../http/implement.ts';
import type { ArgsOf } from '../../http/module.ts';
import type { TermTargets } from '../terms/operations.ts';
import type { TermRow } from '../terms/store.ts';

/** The targets of the permissions. */
export type MenuTargets = {
  'list-menus': TermTargets['list-terms'];
  'read-menu': TermRow;
  'edit-menu': TermRow;
  'delete-menu': TermRow;
};

/** The operations, keyed by their names in the contract. */
export type MenuOperations = Operations<MenuEndpoints, MenuTargets, TermRow>;

/** The arguments for creating or updating a menu. */
export type MenuArgs = ArgsOf<MenuEndpoints['update-menu']>;
