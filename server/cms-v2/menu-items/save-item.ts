// Writing items of menus: the entry, the menu it is in, and what it leads to, in the transaction of whoever calls.
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { menus } from '../../../contract/cms-v2/menus.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { saveEntry, saveNewEntry, type TermChoice } from '../entries/save-entry.ts';
import { findEntry, moveChildren } from '../entries/store.ts';
import type { ComposedItem, StoredItem } from './compose-item.ts';
import { writeItem } from './store.ts';

const termsOf = ({ menu }: ComposedItem): TermChoice => new Map([[menus, menu === undefined ? [] : [menu]]]);

/** Holds the places and parents of all items until the transaction ends. */
export const claimItems = (tx: WriteHandle) => tx.lock('menu items');

/** Stores a new item; gives its number. */
export async function saveNewItem(tx: WriteHandle, composed: ComposedItem, home: string): Promise<number> {
  const guid = (id: number) => `${home}/?p=${id}`;
  const choice = { slug: '', mustBeFree: false };
  const id = await saveNewEntry(tx, menuItems, composed.entry, choice, termsOf(composed), guid);
  await writeItem(tx, { ...composed.item, entry_id: id });
  return id;
}

/** Stores a changed item. What was below one that leaves its menu comes into its place. */
export async function saveItem(
  tx: WriteHandle,
  { entry: before, menu }: StoredItem,
  composed: ComposedItem,
): Promise<void> {
  const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
  await saveEntry(tx, menuItems, before, composed.entry, choice, termsOf(composed), undefined);
  await writeItem(tx, { ...composed.item, entry_id: before.id });
  if (menu !== composed.menu) await moveChildren(tx, menuItems.name, before.id, before.parent);
}

/** The item as it stands. */
export async function storedItem(tx: WriteHandle, id: number) {
  const entry = await findEntry(tx, menuItems.name, id);
  if (!entry) throw new Error('an item is gone that was just written');
  return entry;
}
