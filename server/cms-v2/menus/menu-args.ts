// What may be sent for a menu, and what is refused (terms-menus-and-blocks.md §2; contract/README.md, decisions 3 and 9).
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { Refusal } from '../../refusal.ts';
import { findTermsByName } from '../terms/store.ts';
import { assignLocations, writeAutoAdd } from './store.ts';

export interface MenuArgs {
  readonly name?: string;
  readonly slug?: string;
  readonly description?: string;
  readonly locations?: readonly string[];
  readonly auto_add?: boolean;
}

/**
 * Throws Refusal 400 `menu_exists` where another menu has the name, letter case aside. Who makes a menu is told its number,
 * who renames one is not (terms-menus-and-blocks.md §2, name taken).
 */
export async function requireFreeName(
  read: ReadHandle,
  { name, name_key }: { name: string; name_key: string },
  self = 0,
): Promise<void> {
  const alike = await findTermsByName(read, 'nav_menu', name_key);
  const taken = alike.find((menu) => menu.id !== self && menu.name.toLowerCase() === name.toLowerCase());
  if (!taken) return;
  const told = self === 0 ? { data: { term_id: taken.id }, additionalData: [taken.id] } : {};
  throw new Refusal('menu_exists', 400, 'There is a menu of this name already.', told);
}

/** Stores what is known of a menu beside its term, where it was sent. */
export async function writeOptions(tx: WriteHandle, id: number, { locations, auto_add }: MenuArgs): Promise<void> {
  if (auto_add !== undefined) await writeAutoAdd(tx, id, auto_add);
  if (locations !== undefined) await assignLocations(tx, id, locations);
}
