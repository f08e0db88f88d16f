// Dragging items with a mouse, a pen or a finger. The horizontal distance changes the level.
import type { RefObject } from 'react';
import { type DropPlace, drop, nearestPlace, type Row } from '../../data/menus/menu-tree.ts';
import { type DragHandle, usePointerDrag } from '../../ui/use-pointer-drag.ts';

/** The width of a level, in pixels. It is the one of the style sheet. */
const levelWidthPx = 24;

interface DragDeps {
  /** The list with the rows, in the same order. */
  readonly list: RefObject<HTMLElement>;
  readonly rows: readonly Row[];
  readonly move: (key: string, rows: readonly Row[]) => void;
}

/** A drag in progress. */
interface Dragged {
  readonly key: string;
  readonly place: DropPlace;
}

/** The state of dragging, and the handlers for the rows. */
export interface Drag {
  readonly dragged: Dragged | undefined;
  /** Returns the attributes of the handle of a row. */
  readonly handle: (at: number) => DragHandle;
}

/** Returns the state of dragging, and the handlers for the rows. The Escape key cancels it. */
export const useDrag = ({ list, rows, move }: DragDeps): Drag =>
  usePointerDrag<Dragged>(
    list,
    ({ from, before, distance }) => {
      const row = rows[from];
      if (!row) return undefined;
      const depth = row.depth + Math.round(distance / levelWidthPx);
      return { key: row.key, place: nearestPlace(rows, from, { before, depth }) };
    },
    (dragged) => {
      const from = rows.findIndex(({ key }) => key === dragged.key);
      move(dragged.key, drop(rows, from, dragged.place));
    },
  );
