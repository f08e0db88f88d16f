// Items of menus: what they lead to and stand below is known once the whole file was read, for both may stand after them.
import { type ItemType, itemTypes, menuItems } from '../../contract/cms-v2/menu-items.ts';
import { menus } from '../../contract/cms-v2/menus.ts';
import { storedAddress } from '../cms-v2/menu-items/checks.ts';
import { findItem, writeItem } from '../cms-v2/menu-items/store.ts';
import { writeParent } from './entries-store.ts';
import { findOwnEntry } from './entry-keys.ts';
import { findImported, removeImported, writeImported } from './imported-store.ts';
import { metaValue } from './meta.ts';
import { ownName } from './names.ts';
import { termKey, termNumberKind } from './own-terms.ts';
import { readPhpArray } from './php-values.ts';
import { recordSettled } from './record-settled.ts';
import { describeItem } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem, WxrRecord } from './wxr/records.ts';

/** What is remembered of items until what they lead to and stand below has come. */
export const awaitingKind = 'entry awaiting what it leads to';

/** What is remembered of items by their menus, for files hold the same number in several menus. */
const inMenuKind = 'entry in its menu';

/** The menu an item of a file is in. */
const menuOf = ({ categories }: WxrItem): string => {
  const menu = categories.find(({ domain }) => domain === menus.name);
  return menu ? termKey(menu) : '';
};

/** An item is one of its menu: the same number and identifier in another menu is another one. */
export const withMenu = (record: WxrRecord): WxrRecord =>
  record.kind === 'item' && record.type === menuItems.name
    ? { ...record, guid: `${record.guid}#${menuOf(record)}` }
    : record;

/** Stores what an item of a file leads to, as far as it is known. */
export async function importMenuItem(batch: Batch, item: WxrItem, key: string, id: number): Promise<void> {
  const { tx, run } = batch;
  const value = (name: string) => metaValue(item, `_menu_item_${name}`) ?? '';
  const type = itemTypes.find((each) => each === value('type')) ?? 'custom';
  const url = type === 'custom' ? storedAddress(value('url')) : '';
  if (type === 'custom' && url === '')
    batch.report.note('menu items without an address that can be used', describeItem(item));
  await writeItem(tx, {
    entry_id: id,
    type,
    object: type === 'custom' ? '' : ownName(run, value('object')),
    object_id: 0,
    url,
    target: value('target') === '_blank' ? '_blank' : '',
    classes: wordsIn(value('classes')),
    xfn: value('xfn')
      .split(/\s+/)
      .filter((word) => /^[\w-]+$/.test(word))
      .join(' '),
  });
  const numbers = [type === 'custom' ? '' : value('object_id'), value('menu_item_parent')].map(
    (text) => Number(text) || 0,
  );
  const menu = menuOf(item).replaceAll(' ', '-');
  const place = { source: run.source, kind: inMenuKind, source_id: `${menu} ${item.sourceId}`, own_id: id };
  await writeImported(tx, place);
  if (numbers.every((number) => number === 0)) return;
  const source_id = `${numbers.join(' ')} ${menu} ${key}`;
  await writeImported(tx, { source: run.source, kind: awaitingKind, source_id, own_id: id });
}

/** The words of a list as the export writes it: `a:1:{i:0;s:5:"large";}`. */
const wordsIn = (list: string): string =>
  [...readPhpArray(list).values()].filter((word) => typeof word === 'string' && /^[\w-]+$/.test(word)).join(' ');

/**
 * Lets an item lead to what its object became, and stand below what its parent became. What was changed meanwhile stays.
 * Once the whole file was read, items whose object is not in it are told of and lead nowhere.
 */
export async function settleMenuItem(
  batch: Batch,
  row: { readonly source_id: string; readonly own_id: number },
  isWhole: boolean,
): Promise<void> {
  const { tx, run, report } = batch;
  const [object = 0, above = 0] = row.source_id.split(' ', 2).map(Number);
  const inMenu = `${row.source_id.split(' ')[2] ?? ''} ${above}`;
  const forget = () => removeImported(tx, { source: run.source, kind: awaitingKind, source_id: row.source_id });
  const item = await findItem(tx, row.own_id);
  if (!item) return void (await forget());
  const target = object === 0 ? 0 : await ownObject(batch, item.type as ItemType, item.object, object);
  const parent = above === 0 ? 0 : (await findImported(tx, run.source, inMenuKind, [inMenu])).get(inMenu);
  if (!isWhole && (target === undefined || parent === undefined)) return;
  if (target === undefined)
    report.note(
      `${menuItems.noun.many} that lead nowhere, because what they led to was not imported`,
      `ID ${row.own_id}: ${item.object} ${object}`,
    );
  if (target) await writeItem(tx, { ...item, object_id: target });
  if (parent && parent !== row.own_id) await writeParent(tx, row.own_id, parent);
  if (target || parent) await recordSettled(batch, row.own_id);
  if (target !== undefined && parent !== undefined) await forget();
}

async function ownObject(batch: Batch, type: ItemType, object: string, number: number): Promise<number | undefined> {
  if (type === 'post_type') return findOwnEntry(batch, number);
  const taxonomy = batch.run.service.contract.taxonomies.get(object);
  if (type !== 'taxonomy' || !taxonomy) return undefined;
  const known = await findImported(batch.tx, batch.run.source, termNumberKind(taxonomy), [String(number)]);
  return known.get(String(number));
}
