// Keeps menus consistent with the entries and terms to which they link, in the transactions that change these (terms-menus-and-blocks.md
// §2, auto_add, and §3.3).
import { type ItemType, menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { EntryHook, EntryWriter, StatusChange } from '../entries/entry-writer.ts';
import { findEntry } from '../entries/store.ts';
import { renderDerivedColumns } from '../entries/texts.ts';
import { lockMenuItems } from '../menus/lock-items.ts';
import { findAutoAddMenus } from '../menus/store.ts';
import type { TermHook } from '../terms/deps.ts';
import { saveNewItem } from './compose-item.ts';
import { findItemsByTarget, findPositions, menuLinksToEntry } from './store.ts';

/** Returns the hook that adds newly published pages to menus, and deletes the items that link to a deleted entry. */
export const menuItemsOfEntries = (home: string): EntryHook => ({
  statusChanged: (tx, change, writer) => addPageToMenus(tx, change, writer, home),
  async deleting(tx, { id, type }, writer) {
    if (type !== menuItems.name) await deleteItemsLinkingTo(tx, 'post_type', id, writer);
  },
});

/** Returns the hook that deletes the items that link to a deleted term. */
export const menuItemsOfTerms = (writer: EntryWriter): TermHook => ({
  deleting: (tx, { id }) => deleteItemsLinkingTo(tx, 'taxonomy', id, writer),
});

async function deleteItemsLinkingTo(tx: WriteHandle, kind: ItemType, id: number, writer: EntryWriter): Promise<void> {
  // Most entries and terms have no items, and need no lock.
  if ((await findItemsByTarget(tx, kind, id)).length === 0) return;
  await lockMenuItems(tx);
  for (const item of await findItemsByTarget(tx, kind, id)) await writer.delete(tx, menuItems, item);
}

/**
 * Appends a page to each menu with `auto_add` that does not contain it. Does nothing unless the page is at the top level and has
 * just been published.
 */
async function addPageToMenus(
  tx: WriteHandle,
  { id, type, parent, before, status }: StatusChange,
  writer: EntryWriter,
  home: string,
): Promise<void> {
  if (type !== 'page' || parent !== 0 || status !== 'publish' || before === 'publish') return;
  const menuIds = await findAutoAddMenus(tx);
  if (menuIds.length === 0) return;
  await lockMenuItems(tx);
  const page = await findEntry(tx, type, id);
  if (!page) throw new Error('the published page was not found');
  for (const menu of menuIds) {
    if (await menuLinksToEntry(tx, menu, page.id)) continue;
    const { n } = await findPositions(tx, menu);
    const item = { type: 'post_type', object: 'page', object_id: page.id, url: '', target: '', classes: '', xfn: '' };
    const { id: _id, slug: _slug, path: _path, slug_before_trash: _trashed, ...rest } = page;
    const texts = { title: '', content: '', excerpt: '' };
    const position = { parent: 0, menu_order: n === 0 ? 0 : n + 1 };
    const itemColumns = {
      type: menuItems.name,
      guid: '',
      meta: '{}',
      revision_count: 0,
      latest_revision: 0,
      password: '',
    };
    await saveNewItem(
      tx,
      writer,
      { entry: { ...rest, ...texts, ...renderDerivedColumns(texts), ...itemColumns, ...position }, item, menu },
      home,
    );
  }
}
