// The items of a menu as a list in which each item has a depth, and the ways to move them. An item with its descendants is a block.
import type { ItemFields, ItemTarget, StoredItem } from '../resources/menus.ts';

/** An item in the list. Fields that the user has not changed are those of the stored item. */
export interface Row {
  /** Identifies the row. */
  readonly key: string;
  /** The ID of the stored item; 0 for a new one. */
  readonly id: number;
  readonly depth: number;
  /** The fields that the user has changed; those of a new item. */
  readonly edits?: Partial<ItemFields>;
  /** The version that the changed fields are based on. */
  readonly etag?: string | undefined;
  /** The target of a new item. */
  readonly target?: ItemTarget;
  /** The title of the target of a new item. */
  readonly targetTitle?: string;
}

export const keyOf = (id: number): string => `item-${id}`;

/** Returns the rows of stored items. Items whose parent is not among them, or is a descendant, are on the top level. */
export function rowsOf(items: readonly StoredItem[]): readonly Row[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const isRoot = (item: StoredItem): boolean => {
    const visited = new Set<number>();
    for (let each: StoredItem | undefined = item; each; each = byId.get(each.parent)) {
      // Of the items of a cycle, only the first one is displayed on the top level.
      if (visited.has(each.id)) return item.id === Math.min(...visited);
      visited.add(each.id);
    }
    return !byId.has(item.parent);
  };
  const rows: Row[] = [];
  const added = new Set<number>();
  const add = (item: StoredItem, depth: number) => {
    if (added.has(item.id)) return;
    added.add(item.id);
    rows.push({ key: keyOf(item.id), id: item.id, depth });
    for (const child of items) if (child.parent === item.id) add(child, depth + 1);
  };
  for (const item of items) if (isRoot(item)) add(item, 0);
  for (const item of items) add(item, 0);
  return rows;
}

/** Returns the index after the block of the row at an index. */
export function endOfBlock(rows: readonly Row[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  const next = rows.findIndex((row, index) => index > at && row.depth <= depth);
  return next < 0 ? rows.length : next;
}

/** Returns the index of the parent of the row at an index; -1 on the top level. */
export function parentAt(rows: readonly Row[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  return rows.findLastIndex((row, index) => index < at && row.depth < depth);
}

/** Returns the index of the previous row with the same parent; -1 if there is none. */
export function previousSibling(rows: readonly Row[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  return rows.findLastIndex((row, index) => index < at && index > parentAt(rows, at) && row.depth === depth);
}

/** Moves the block at an index before another index, which is outside of the block, and gives its first row a depth. */
function moveBlock(rows: readonly Row[], at: number, before: number, depth: number): readonly Row[] {
  const end = endOfBlock(rows, at);
  const shift = depth - (rows[at]?.depth ?? 0);
  const block = rows.slice(at, end).map((row) => (shift === 0 ? row : { ...row, depth: row.depth + shift }));
  const rest = [...rows.slice(0, at), ...rows.slice(end)];
  const target = before >= end ? before - (end - at) : before;
  return [...rest.slice(0, target), ...block, ...rest.slice(target)];
}

/** The ways to move a block by one step. */
const directions = ['up', 'down', 'in', 'out'] as const;
export type Direction = (typeof directions)[number];

/**
 * Returns the rows with the block at an index moved by one step: before the previous or after the next item with the same parent, below the
 * previous one, or after its parent. Undefined if this is not possible.
 */
export function moveStep(rows: readonly Row[], at: number, direction: Direction): readonly Row[] | undefined {
  const row = rows[at];
  if (!row) return undefined;
  const previous = previousSibling(rows, at);
  const end = endOfBlock(rows, at);
  if (direction === 'up') return previous < 0 ? undefined : moveBlock(rows, at, previous, row.depth);
  if (direction === 'down')
    return rows[end]?.depth === row.depth ? moveBlock(rows, at, endOfBlock(rows, end), row.depth) : undefined;
  if (direction === 'in') return previous < 0 ? undefined : moveBlock(rows, at, at, row.depth + 1);
  const parent = parentAt(rows, at);
  return parent < 0 ? undefined : moveBlock(rows, at, endOfBlock(rows, parent), row.depth - 1);
}

/** Returns the directions in which the block at an index can be moved. */
export const possibleMoves = (rows: readonly Row[], at: number): readonly Direction[] =>
  directions.filter((direction) => moveStep(rows, at, direction) !== undefined);

/** A place where a block can be dropped: before an index, with a depth. */
export interface DropPlace {
  readonly before: number;
  readonly depth: number;
}

/**
 * Returns the place that is nearest to the requested one and at which the block at an index can be dropped: it does not become a child of
 * itself, takes no children from other items, and has at most one more level than the row before it.
 */
export function nearestPlace(rows: readonly Row[], at: number, { before, depth }: DropPlace): DropPlace {
  const end = endOfBlock(rows, at);
  const isInside = before >= at && before <= end;
  const place = isInside ? at : before;
  const above = rows[place - 1];
  const below = rows[isInside ? end : place];
  const max = above ? above.depth + 1 : 0;
  const min = Math.min(below?.depth ?? 0, max);
  return { before: place, depth: Math.max(min, Math.min(max, depth)) };
}

/** Returns the rows with the block at an index moved to the nearest possible place. */
export function drop(rows: readonly Row[], at: number, requested: DropPlace): readonly Row[] {
  const { before, depth } = nearestPlace(rows, at, requested);
  return moveBlock(rows, at, before, depth);
}

/** Returns the rows without the row at an index. Its children move to its parent, as in the service. */
export function removeRow(rows: readonly Row[], at: number): readonly Row[] {
  const end = endOfBlock(rows, at);
  return rows.flatMap((row, index) =>
    index === at ? [] : [index > at && index < end ? { ...row, depth: row.depth - 1 } : row],
  );
}

/** Returns the keys of the parents by the keys of the rows; undefined on the top level. */
export const parentKeys = (rows: readonly Row[]): ReadonlyMap<string, string | undefined> =>
  new Map(rows.map((row, at) => [row.key, rows[parentAt(rows, at)]?.key]));
