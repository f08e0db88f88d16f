// Writes menu items in the caller's transaction: the entry, its menu, and its target.
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { menus } from '../../../contract/cms-v2/menus.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { saveEntry, saveNewEntry, type TermChoice } from '../entries/save-entry.ts';
import { findEntry, moveChildren } from '../entries/store.ts';
import type { ComposedItem, StoredItem } from './compose-item.ts';
import { upsertMenuItem } from './store.ts';

const termsOf = ({ menu }: ComposedItem): TermChoice => new Map([[menus, menu === undefined ? [] : [menu]]]);

/** Locks the positions and parents of all items until the transaction ends. */
export const lockMenuItems = (tx: WriteHandle) => tx.lock('menu items');

/** Inserts a new item and returns its ID. */
export async function saveNewItem(tx: WriteHandle, composed: ComposedItem, home: string): Promise<number> {
  const guid = (id: number) => `${home}/?p=${id}`;
  const choice = { slug: '', mustBeFree: false };
  const id = await saveNewEntry(tx, menuItems, composed.entry, choice, termsOf(composed), guid);
  await upsertMenuItem(tx, { ...composed.item, entry_id: id });
  return id;
}

/** Stores an updated item. If it leaves its menu, its children move up to its parent. */
export async function saveItem(
  tx: WriteHandle,
  { entry: before, menu }: StoredItem,
  composed: ComposedItem,
): Promise<void> {
  const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
  await saveEntry(tx, menuItems, before, composed.entry, choice, termsOf(composed), undefined);
  await upsertMenuItem(tx, { ...composed.item, entry_id: before.id });
  if (menu !== composed.menu) await moveChildren(tx, menuItems.name, before.id, before.parent);
}

/** Returns the stored item. */
export async function getStoredItem(tx: WriteHandle, id: number) {
  const entry = await findEntry(tx, menuItems.name, id);
  if (!entry) throw new Error('saved menu item not found');
  return entry;
}
