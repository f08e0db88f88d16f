// Finds the changes that store the rows of a menu: only items that differ from the stored ones.

import type { ItemFields, StoredItem } from '../resources/menus.ts';
import { parentKeys, type Row, rowsOf } from './menu-tree.ts';

/** A change of an item. */
export interface ItemChange {
  /** The key of the row. */
  readonly key: string;
  /** The ID of the item; 0 if it is created. */
  readonly id: number;
  /** The changed fields, without the parent. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The key of the new parent, undefined for the top level; absent if the parent is not changed. */
  readonly parent?: { readonly key: string | undefined };
  readonly etag: string | undefined;
}

/** The changes to the items of a menu. */
export interface ItemChanges {
  /** Changes in the order of the menu, so that no item is moved below one of its descendants. */
  readonly changed: readonly ItemChange[];
  /** Items to delete, after all other changes: the service would move their children. */
  readonly deleted: readonly StoredItem[];
}

interface Stored {
  readonly items: readonly StoredItem[];
  readonly unassigned: readonly StoredItem[];
}

/** Returns the changes. `removed` contains the IDs of the items to delete. */
export function planChanges(
  menu: number,
  rows: readonly Row[],
  removed: readonly number[],
  stored: Stored,
): ItemChanges {
  const byId = new Map([...stored.items, ...stored.unassigned].map((item) => [item.id, item]));
  const inMenu = new Set(stored.items.map(({ id }) => id));
  const [parents, storedParents] = [parentKeys(rows), parentKeys(rowsOf(stored.items))];
  const orders = planOrder(rows, stored.items);
  const changed = rows.flatMap((row): ItemChange[] => {
    const item = byId.get(row.id);
    const order = orders.get(row.key);
    const body = {
      ...(item ? changedFields(row, item) : newItem(row)),
      ...(!inMenu.has(row.id) && { menus: menu }),
      ...(order !== undefined && { menu_order: order }),
    };
    const parent = parents.get(row.key);
    const isMoved = !inMenu.has(row.id) || parent !== storedParents.get(row.key);
    if (!isMoved && Object.keys(body).length === 0) return [];
    return [
      {
        ...{ key: row.key, id: row.id, body, etag: row.etag ?? item?.etag },
        ...(isMoved && { parent: { key: parent } }),
      },
    ];
  });
  return { changed, deleted: removed.flatMap((id) => byId.get(id) ?? []) };
}

const lists: readonly string[] = ['classes', 'xfn'] satisfies (keyof ItemFields)[];

/** Returns fields in the form of requests. */
const toBody = (fields: Partial<ItemFields>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      lists.includes(name) ? value.split(/\s+/).filter(Boolean) : value,
    ]),
  );

const changedFields = ({ edits = {} }: Row, { fields }: StoredItem): Record<string, unknown> =>
  toBody(
    Object.fromEntries(Object.entries(edits).filter(([name, value]) => fields[name as keyof ItemFields] !== value)),
  );

function newItem({ edits = {}, target }: Row): Record<string, unknown> {
  const { type = 'custom', object = '', object_id = 0 } = target ?? {};
  return { ...toBody(edits), type, ...(type !== 'custom' && { object, object_id }) };
}

/**
 * Returns the positions to store, by key: none if the order is the stored one; otherwise those with the fewest changes among two ways, to
 * keep stored positions as long as they increase, and to number all items.
 */
function planOrder(rows: readonly Row[], items: readonly StoredItem[]): ReadonlyMap<string, number> {
  const positions = new Map(items.map(({ id, menu_order }) => [id, menu_order]));
  const storedOrder = rowsOf(items).map(({ id }) => id);
  const order = rows.map(({ id }) => id).filter((id) => id !== 0);
  const remaining = storedOrder.filter((id) => order.includes(id));
  const hasNew = rows.some(({ id }) => !positions.has(id));
  if (!hasNew && remaining.every((id, index) => id === order[index])) return new Map();
  let last = 0;
  const increasing = rows.map(({ id }) => {
    const stored = positions.get(id) ?? 0;
    last = stored > last ? stored : last + 1;
    return last;
  });
  const numbered = rows.map((_row, index) => index + 1);
  const changesOf = (planned: readonly number[]) =>
    new Map(
      rows.flatMap(({ key, id }, index) => {
        const position = planned[index] ?? 0;
        return positions.get(id) === position ? [] : [[key, position] as const];
      }),
    );
  const [one, other] = [changesOf(increasing), changesOf(numbered)];
  return one.size < other.size ? one : other;
}
