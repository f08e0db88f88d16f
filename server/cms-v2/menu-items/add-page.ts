// Pages that go into menus by themselves when they are published (terms-menus-and-blocks.md §2, auto_add).
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { madeOf } from '../entries/texts.ts';
import { findAdding } from '../menus/store.ts';
import { claimItems, saveNewItem } from './save-item.ts';
import { findPlaces, leadsTo } from './store.ts';

type State = Pick<WholeEntry, 'status'>;

/**
 * Puts a page that has just been published at the top of the tree at the end of each menu that takes up pages, where it
 * is not in it already.
 */
export async function addPageToMenus(
  { site }: EntryParts,
  tx: WriteHandle,
  before: State | undefined,
  page: WholeEntry | undefined,
): Promise<void> {
  if (page?.type !== 'page' || page.parent !== 0 || page.status !== 'publish' || before?.status === 'publish') return;
  const adding = await findAdding(tx);
  if (adding.length > 0) await claimItems(tx);
  for (const menu of adding) {
    if (await leadsTo(tx, menu, page.id)) continue;
    const { n } = await findPlaces(tx, menu);
    const item = { type: 'post_type', object: 'page', object_id: page.id, url: '', target: '', classes: '', xfn: '' };
    const { id: _id, slug: _slug, path: _path, slug_before_trash: _trashed, ...rest } = page;
    const texts = { title: '', content: '', excerpt: '' };
    const place = { parent: 0, menu_order: n === 0 ? 0 : n + 1 };
    const own = { type: menuItems.name, guid: '', meta: '{}', revision_count: 0, latest_revision: 0, password: '' };
    await saveNewItem(tx, { entry: { ...rest, ...texts, ...madeOf(texts), ...own, ...place }, item, menu }, site.home);
  }
}
