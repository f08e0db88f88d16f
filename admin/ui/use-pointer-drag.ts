// Dragging rows of a list with a mouse, a pen or a finger.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A movement of the pointer since the drag of a row began. */
export interface DragMove {
  /** The index of the row. */
  readonly from: number;
  /** The index before which the pointer is. */
  readonly before: number;
  /** The horizontal distance in the direction of reading, in pixels. */
  readonly distance: number;
}

/** The attributes of the handle of a row. */
export interface DragHandle {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** A start of a drag: the row, and the position of the pointer in pixels. */
interface Start {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** Minimum distance of the pointer, in pixels: a click moves it by a few, too. */
const minDistancePx = 5;

/**
 * Returns the state of dragging, which `placeOf` derives from the movement of the pointer, and the handles of the rows, which are the children
 * of the list. `drop` is called at the end. The Escape key cancels the drag.
 */
export function usePointerDrag<Place>(
  list: RefObject<HTMLElement>,
  placeOf: (move: DragMove) => Place | undefined,
  drop: (place: Place) => void,
): { readonly dragged: Place | undefined; readonly handle: (at: number) => DragHandle } {
  const [dragged, setDragged] = useState<Place>();
  const start = useRef<Start>();
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
  const handle = (at: number): DragHandle => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { at, x: event.clientX, y: event.clientY };
    },
    onPointerMove: ({ clientX, clientY, currentTarget }) => {
      const from = start.current;
      if (!from || !list.current) return;
      if (dragged === undefined && Math.hypot(clientX - from.x, clientY - from.y) < minDistancePx) return;
      const direction = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
      const middles = [...list.current.children].map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return top + height / 2;
      });
      const before = middles.filter((middle) => middle < clientY).length;
      setDragged(() => placeOf({ from: from.at, before, distance: direction * (clientX - from.x) }));
    },
    onPointerUp: () => {
      if (dragged !== undefined) drop(dragged);
      cancel();
    },
    onPointerCancel: cancel,
  });
  return { dragged, handle };
}
