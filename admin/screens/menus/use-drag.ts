// Dragging items with a mouse, a pen or a finger. The horizontal distance changes the level.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type DropPlace, drop, nearestPlace, type Row } from '../../data/menus/menu-tree.ts';

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
  /** The attributes of the handle of a row. */
  readonly handle: (at: number) => {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
  };
}

/** Returns the state of dragging, and the handlers for the rows. The Escape key cancels it. */
export function useDrag({ list, rows, move }: DragDeps): Drag {
  const [dragged, setDragged] = useState<Dragged>();
  const start = useRef<{ readonly at: number; readonly x: number; readonly y: number }>();
  const cancel = () => {
    start.current = undefined;
    setDragged(undefined);
  };
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      start.current = undefined;
      setDragged(undefined);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return {
    dragged,
    handle: (at) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at, x: event.clientX, y: event.clientY };
      },
      onPointerMove: ({ clientX, clientY, currentTarget }) => {
        const from = start.current;
        const row = from && rows[from.at];
        if (!row || !list.current) return;
        // A click moves the pointer by a few pixels, too.
        if (!dragged && Math.hypot(clientX - from.x, clientY - from.y) < 5) return;
        const direction = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
        const depth = row.depth + Math.round((direction * (clientX - from.x)) / levelWidthPx);
        const middles = [...list.current.children].map((each) => {
          const { top, height } = each.getBoundingClientRect();
          return top + height / 2;
        });
        const before = middles.filter((middle) => middle < clientY).length;
        setDragged({ key: row.key, place: nearestPlace(rows, from.at, { before, depth }) });
      },
      onPointerUp: () => {
        if (dragged) {
          const next = drop(
            rows,
            rows.findIndex(({ key }) => key === dragged.key),
            dragged.place,
          );
          move(dragged.key, next);
        }
        cancel();
      },
      onPointerCancel: cancel,
    }),
  };
}
