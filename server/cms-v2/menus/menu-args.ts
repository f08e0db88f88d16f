// Validates and stores the parameters of menus (terms-menus-and-blocks.md §2; contract/README.md, decisions 3 and 9).

import { ApiError } from '../../api-error.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { findTermsByName } from '../terms/store.ts';
import type { MenuArgs } from './operations.ts';
import { assignLocations, setAutoAdd } from './store.ts';

/**
 * Throws ApiError 400 `menu_exists` if a menu other than `self` has the same name, ignoring case. The error data contains the ID
 * of that menu on creation, but not when a menu is renamed (terms-menus-and-blocks.md §2, name taken).
 */
export async function requireUniqueName(
  read: ReadHandle,
  { name, name_key }: { name: string; name_key: string },
  self = 0,
): Promise<void> {
  const candidates = await findTermsByName(read, 'nav_menu', name_key);
  const taken = candidates.find((menu) => menu.id !== self && menu.name.toLowerCase() === name.toLowerCase());
  if (!taken) return;
  const errorOptions = self === 0 ? { data: { term_id: taken.id }, additionalData: [taken.id] } : {};
  throw new ApiError('menu_exists', 400, 'A menu with this name already exists.', errorOptions);
}

/** Stores the submitted properties of a menu that are not columns of its term: its locations and `auto_add`. */
export async function saveMenuOptions(tx: WriteHandle, id: number, { locations, auto_add }: MenuArgs): Promise<void> {
  if (auto_add !== undefined) await setAutoAdd(tx, id, auto_add);
  if (locations !== undefined) await assignLocations(tx, id, locations);
}
