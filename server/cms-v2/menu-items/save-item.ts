// Writes menu items with their menus and targets, in a transaction of the calling function.
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { menus } from '../../../contract/cms-v2/menus.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { TermChoice } from '../entries/entry-terms.ts';
import type { EntryWriter } from '../entries/entry-writer.ts';
import { findEntry, moveChildren } from '../entries/store.ts';
import type { ComposedItem, StoredItem } from './compose-item.ts';
import { upsertMenuItem } from './store.ts';

const termsOf = ({ menu }: ComposedItem): TermChoice => new Map([[menus, menu === undefined ? [] : [menu]]]);

/** Locks all menu items until the transaction ends, so that their positions and parents stay consistent. */
export const lockMenuItems = (tx: WriteHandle) => tx.lock('menu items');

/** Inserts a new item and returns its ID. */
export async function saveNewItem(
  tx: WriteHandle,
  writer: EntryWriter,
  composed: ComposedItem,
  home: string,
): Promise<number> {
  const guid = (id: number) => `${home}/?p=${id}`;
  const choice = { slug: '', mustBeFree: false };
  const id = await writer.create(tx, menuItems, { entry: composed.entry, choice, terms: termsOf(composed), guid });
  await upsertMenuItem(tx, { ...composed.item, entry_id: id });
  return id;
}

/** Updates an item. If it leaves its menu, its children move to its parent. */
export async function saveItem(
  tx: WriteHandle,
  writer: EntryWriter,
  { entry: before, menu }: StoredItem,
  composed: ComposedItem,
): Promise<void> {
  const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
  await writer.update(tx, menuItems, { before, entry: composed.entry, choice, terms: termsOf(composed) });
  await upsertMenuItem(tx, { ...composed.item, entry_id: before.id });
  if (menu !== composed.menu) await moveChildren(tx, menuItems.name, before.id, before.parent);
}

/** Returns the entry of an item that the transaction has just written. Throws an error if it does not exist. */
export async function getStoredItem(tx: WriteHandle, id: number) {
  const entry = await findEntry(tx, menuItems.name, id);
  if (!entry) throw new Error('the saved menu item was not found');
  return entry;
}
