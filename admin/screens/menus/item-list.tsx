// The items of a menu: moved by dragging their handle or with the arrow keys on it, and opened to be changed.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import { type Direction, moveStep, parentAt, type Row } from '../../data/menus/menu-tree.ts';
import { ItemRow } from './item-row.tsx';
import { useDrag } from './use-drag.ts';
import type { DisplayedRow } from './use-menu-form.ts';

interface Props {
  readonly rows: readonly DisplayedRow[];
  readonly setRows: (rows: readonly Row[]) => void;
  /** Announces what has happened to screen readers. */
  readonly announce: (message: string) => void;
  /** Removes the row at an index. */
  readonly remove: (at: number) => void;
}

/** The list. */
export function ItemList({ rows, setRows, announce, remove }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [openKey, setOpenKey] = useState<string>();
  useRequestedItem(rows, setOpenKey);
  const move = (key: string, next: readonly Row[] | undefined) => {
    if (!next) return announce(__('It cannot be moved in this direction.'));
    setRows(next);
    announce(describePlace(rows, next, key));
  };
  const drag = useDrag({ list, rows, move });
  const removeAt = (at: number) => {
    remove(at);
    // The focus would be lost with the row.
    const other = rows[at + 1] ?? rows[at - 1];
    if (other) focusRow(list.current, other.key);
    else document.getElementById('items-title')?.closest('section')?.querySelector('input')?.focus();
  };
  return (
    <ul className="menu-items" ref={list} aria-labelledby="items-title">
      {rows.map((row, at) => (
        <ItemRow
          key={row.key}
          {...{ row, rows, at }}
          isOpen={openKey === row.key}
          toggle={() => setOpenKey(openKey === row.key ? undefined : row.key)}
          drag={drag}
          move={(direction: Direction) => move(row.key, moveStep(rows, at, direction))}
          change={(edits) => setRows(rows.map((each) => (each.key === row.key ? withEdits(each, edits) : each)))}
          remove={() => removeAt(at)}
        />
      ))}
    </ul>
  );
}

/** Returns a row with further changes. They are based on the version that is displayed when the first of them is made. */
const withEdits = (row: DisplayedRow, edits: Partial<DisplayedRow['fields']>): Row => ({
  ...row,
  edits: { ...row.edits, ...edits },
  etag: row.edits ? row.etag : row.storedEtag,
});

/** Opens the item that the URL names, once. */
function useRequestedItem(rows: readonly DisplayedRow[], open: (key: string) => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    const requested = new URLSearchParams(location.search).get('item');
    const row = rows.find(({ id }) => String(id) === requested);
    if (isDone.current || !row) return;
    isDone.current = true;
    open(row.key);
    setTimeout(() => focusRow(document, row.key));
  }, [rows, open]);
}

/** Moves the focus to the button that opens a row. */
const focusRow = (root: ParentNode | null, key: string): void =>
  root?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] .item-title`)?.focus();

/** Says where a row is after it was moved. */
function describePlace(before: readonly DisplayedRow[], after: readonly Row[], key: string): string {
  const labels = new Map(before.map((row) => [row.key, row.label]));
  const at = after.findIndex((row) => row.key === key);
  const parent = after[parentAt(after, at)];
  const siblings = after.filter((_row, index) => after[parentAt(after, index)]?.key === parent?.key);
  const position = siblings.findIndex((row) => row.key === key) + 1;
  const label = labels.get(key) ?? '';
  if (parent)
    return sprintf(
      /* translators: 1: label of an item, 2: its position, 3: number of items, 4: label of the item above it. */
      __('%1$s is now item %2$d of %3$d below %4$s.'),
      ...([label, position, siblings.length, labels.get(parent.key) ?? ''] as const),
    );
  return sprintf(
    /* translators: 1: label of an item, 2: its position, 3: number of items. */
    __('%1$s is now item %2$d of %3$d on the top level.'),
    ...([label, position, siblings.length] as const),
  );
}
