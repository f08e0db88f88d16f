// Combines the user's changes to the items of a menu with the items that are stored now.

import type { ItemTarget, StoredItem } from '../resources/menus.ts';
import { keyOf, type Row, rowsOf } from './menu-tree.ts';

/** The stored items. */
interface Stored {
  readonly items: readonly StoredItem[];
  readonly unassigned: readonly StoredItem[];
}

/**
 * Returns the rows of the user with the stored items: items that were deleted meanwhile disappear, and items that were added meanwhile are
 * at the end. A new row that equals such an item was stored although its response was lost, and becomes this item. `removed` contains the
 * IDs of items that the user has removed.
 */
export function reconcile(
  rows: readonly Row[],
  removed: readonly number[],
  { items, unassigned }: Stored,
): readonly Row[] {
  const known = new Set([...items, ...unassigned].map(({ id }) => id));
  const listed = new Set([...rows.map(({ id }) => id), ...removed]);
  const added = items.filter(({ id }) => !listed.has(id));
  const adopted = new Set<number>();
  const adopt = (row: Row): Row => {
    const found = row.id === 0 && added.find((item) => !adopted.has(item.id) && isSameItem(row, item));
    if (!found) return row;
    adopted.add(found.id);
    const { target: _target, targetTitle: _title, ...rest } = row;
    return { ...rest, key: keyOf(found.id), id: found.id, etag: found.etag };
  };
  const kept = withoutGaps(rows.filter(({ id }) => id === 0 || known.has(id)).map(adopt));
  return [...kept, ...rowsOf(added.filter(({ id }) => !adopted.has(id)))];
}

function isSameItem({ target, edits = {} }: Row, item: StoredItem): boolean {
  const isSameTarget = (['type', 'object', 'object_id'] satisfies (keyof ItemTarget)[]).every(
    (name) => target?.[name] === item[name] || target?.type === 'custom',
  );
  const { title = '', url = '' } = edits;
  if (target?.type !== item.type || !isSameTarget) return false;
  return item.type === 'custom' ? title === item.fields.title && url === item.fields.url : true;
}

/** Returns rows in which no row is more than one level below the row before it. */
function withoutGaps(rows: readonly Row[]): readonly Row[] {
  let max = 0;
  return rows.map((row) => {
    const depth = Math.min(row.depth, max);
    max = depth + 1;
    return depth === row.depth ? row : { ...row, depth };
  });
}
