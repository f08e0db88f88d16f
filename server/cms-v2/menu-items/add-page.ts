// Adds newly published pages to menus (terms-menus-and-blocks.md §2, auto_add).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { renderDerivedColumns } from '../entries/texts.ts';
import { findAutoAddMenus } from '../menus/store.ts';
import { lockMenuItems, saveNewItem } from './save-item.ts';
import { findPositions, menuLinksToEntry } from './store.ts';

type EntryStatus = Pick<WholeEntry, 'status'>;

/**
 * Appends a page to each menu with `auto_add` that does not contain it. Does nothing unless the page is at the top level and has
 * just been published.
 */
export async function addPageToMenus(
  { site }: EntryDeps,
  tx: WriteHandle,
  before: EntryStatus | undefined,
  page: WholeEntry | undefined,
): Promise<void> {
  if (page?.type !== 'page' || page.parent !== 0 || page.status !== 'publish' || before?.status === 'publish') return;
  const menuIds = await findAutoAddMenus(tx);
  if (menuIds.length > 0) await lockMenuItems(tx);
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
      { entry: { ...rest, ...texts, ...renderDerivedColumns(texts), ...itemColumns, ...position }, item, menu },
      site.home,
    );
  }
}
