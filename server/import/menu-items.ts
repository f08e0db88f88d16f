// Imports menu items. Their targets and parents are resolved at the end, because they may follow the menu items in the imported file.
import { type ItemType, itemTypes, menuItems } from '../../contract/cms-v2/menu-items.ts';
import { menus } from '../../contract/cms-v2/menus.ts';
import { normalizeUrl } from '../cms-v2/menu-items/checks.ts';
import { findMenuItem, upsertMenuItem } from '../cms-v2/menu-items/store.ts';
import { updateParent } from './entries-store.ts';
import { findLocalEntryId } from './entry-keys.ts';
import { deleteImported, findImported, upsertImported } from './imported-store.ts';
import { termIdKind, termKey } from './local-terms.ts';
import { metaValue } from './meta.ts';
import { localName } from './names.ts';
import { readPhpArray } from './php-values.ts';
import { recordEntryUpdated } from './record-entry-updated.ts';
import { describeItem } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem, WxrRecord } from './wxr/records.ts';

/** Kind of the `imported` rows of menu items whose target or parent is not resolved yet. */
export const awaitingKind = 'entry awaiting what it leads to';

/** Kind of the `imported` rows that map a menu and an ID to a menu item. Files may contain the same ID in several menus. */
const inMenuKind = 'entry in its menu';

/** Returns the key of the menu that contains an item of the file; empty if there is none. */
const menuOf = ({ categories }: WxrItem): string => {
  const menu = categories.find(({ domain }) => domain === menus.name);
  return menu ? termKey(menu) : '';
};

/** Adds the menu to the guid of a menu item, because items of two menus may have the same ID and guid. */
export const withMenuInGuid = (record: WxrRecord): WxrRecord =>
  record.kind === 'item' && record.type === menuItems.name
    ? { ...record, guid: `${record.guid}#${menuOf(record)}` }
    : record;

/** Stores the fields of a menu item. Its target and parent are recorded as pending. */
export async function importMenuItem(batch: Batch, item: WxrItem, key: string, id: number): Promise<void> {
  const { tx, run } = batch;
  const value = (name: string) => metaValue(item, `_menu_item_${name}`) ?? '';
  const type = itemTypes.find((each) => each === value('type')) ?? 'custom';
  const url = type === 'custom' ? normalizeUrl(value('url')) : '';
  if (type === 'custom' && url === '') batch.report.note('menu items without a valid URL', describeItem(item));
  await upsertMenuItem(tx, {
    entry_id: id,
    type,
    object: type === 'custom' ? '' : localName(run, value('object')),
    object_id: 0,
    url,
    target: value('target') === '_blank' ? '_blank' : '',
    classes: classNamesIn(value('classes')),
    xfn: value('xfn')
      .split(/\s+/)
      .filter((word) => /^[\w-]+$/.test(word))
      .join(' '),
  });
  const sourceIds = [type === 'custom' ? '' : value('object_id'), value('menu_item_parent')].map(
    (text) => Number(text) || 0,
  );
  const menu = menuOf(item).replaceAll(' ', '-');
  const menuRow = { source: run.source, kind: inMenuKind, source_id: `${menu} ${item.sourceId}`, own_id: id };
  await upsertImported(tx, menuRow);
  if (sourceIds.every((number) => number === 0)) return;
  const source_id = `${sourceIds.join(' ')} ${menu} ${key}`;
  await upsertImported(tx, { source: run.source, kind: awaitingKind, source_id, own_id: id });
}

/** Returns the class names in a serialized PHP list such as `a:1:{i:0;s:5:"large";}`. */
const classNamesIn = (list: string): string =>
  [...readPhpArray(list).values()].filter((word) => typeof word === 'string' && /^[\w-]+$/.test(word)).join(' ');

/**
 * Sets the target and the parent of a menu item once both have been imported. If the whole file was read (`isComplete`) and one of
 * them is missing, the other one is set, a missing target is reported, and the item stays pending, because another file may contain
 * the missing one.
 */
export async function resolveMenuItem(
  batch: Batch,
  row: { readonly source_id: string; readonly own_id: number },
  isComplete: boolean,
): Promise<void> {
  const { tx, run, report } = batch;
  const [object = 0, parentSourceId = 0] = row.source_id.split(' ', 2).map(Number);
  const menuKey = `${row.source_id.split(' ')[2] ?? ''} ${parentSourceId}`;
  const deletePending = () => deleteImported(tx, { source: run.source, kind: awaitingKind, source_id: row.source_id });
  const item = await findMenuItem(tx, row.own_id);
  if (!item) return void (await deletePending());
  const target = object === 0 ? 0 : await findLocalObject(batch, item.type as ItemType, item.object, object);
  const parent = parentSourceId === 0 ? 0 : (await findImported(tx, run.source, inMenuKind, [menuKey])).get(menuKey);
  if (!isComplete && (target === undefined || parent === undefined)) return;
  if (target === undefined)
    report.note(
      `${menuItems.noun.many} without their target, because it was not imported`,
      `ID ${row.own_id}: ${item.object} ${object}`,
    );
  if (target) await upsertMenuItem(tx, { ...item, object_id: target });
  if (parent && parent !== row.own_id) await updateParent(tx, row.own_id, parent);
  if (target || parent) await recordEntryUpdated(batch, row.own_id);
  if (target !== undefined && parent !== undefined) await deletePending();
}

async function findLocalObject(
  batch: Batch,
  type: ItemType,
  object: string,
  sourceId: number,
): Promise<number | undefined> {
  if (type === 'post_type') return findLocalEntryId(batch, sourceId);
  const taxonomy = batch.run.service.contract.taxonomies.get(object);
  if (type !== 'taxonomy' || !taxonomy) return undefined;
  const known = await findImported(batch.tx, batch.run.source, termIdKind(taxonomy), [String(sourceId)]);
  return known.get(String(sourceId));
}
