// Keeps menus consistent with the entries and terms to which they link, in the transactions that change these (terms-menus-and-blocks.md
// §2, auto_add, and §3.3).
import { type ItemType, menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { EntryHook, EntryWriter, StatusChange } from '../entries/entry-writer.ts';
import { entryTags, termTags } from '../entries/event-tags.ts';
import { findEntry } from '../entries/store.ts';
import { renderDerivedColumns } from '../entries/texts.ts';
import { lockMenuItems } from '../menus/lock-items.ts';
import { findAutoAddMenus } from '../menus/store.ts';
import type { MergedReferences, TermHook } from '../terms/deps.ts';
import { saveNewItem } from './compose-item.ts';
import { findItemsByTarget, findMenusOfItems, findPositions, menuLinksToEntry, moveItemsToTarget } from './store.ts';

/** Returns the hook that adds newly published pages to menus, and deletes the items that link to a deleted entry. */
export const menuItemsOfEntries = (home: string): EntryHook => ({
  statusChanged: (tx, change, writer) => addPageToMenus(tx, change, writer, home),
  async deleting(tx, { id, type }, writer) {
    if (type !== menuItems.name) await deleteItemsLinkingTo(tx, 'post_type', id, writer);
  },
});

/** Returns the hook that deletes the items that link to a deleted term, and changes the target of those that link to a merged one. */
export const menuItemsOfTerms = (writer: EntryWriter): TermHook => ({
  deleting: (tx, { id }) => deleteItemsLinkingTo(tx, 'taxonomy', id, writer),
  merging: (tx, { id }, into) => moveItemsToTerm(tx, id, into),
});

/**
 * Makes the items that link to a term link to another term of its taxonomy. A menu that already contains an item for the other term has two
 * of them afterwards, because each may have a title and children of its own.
 */
async function moveItemsToTerm(tx: WriteHandle, from: number, into: number): Promise<MergedReferences> {
  // Most terms have no items, and need no lock.
  if ((await findItemsByTarget(tx, 'taxonomy', from)).length === 0) return { menuItems: 0, tags: [] };
  await lockMenuItems(tx);
  const ids = await moveItemsToTarget(tx, 'taxonomy', from, into);
  return { menuItems: ids.length, tags: [...entryTags(ids), ...termTags(await findMenusOfItems(tx, ids))] };
}

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
