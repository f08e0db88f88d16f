// Dragging rows of a list with a mouse, a pen or a finger.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A drag in progress: the index of the row, and the index before which it would be dropped. */
export interface Dragged {
  readonly from: number;
  readonly before: number;
}

/** Minimum distance of the pointer, in pixels: a click moves it by a few, too. */
const minDistancePx = 5;

/** Returns the state of dragging, and the handlers for the handle of each row. The Escape key cancels it. */
export function useReorder(list: RefObject<HTMLElement>, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<Dragged>();
  const start = useRef<{ readonly at: number; readonly y: number }>();
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
  const handle = (at: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { at, y: event.clientY };
    },
    onPointerMove: ({ clientY }: PointerEvent<HTMLElement>) => {
      const from = start.current;
      if (!from || !list.current || (!dragged && Math.abs(clientY - from.y) < minDistancePx)) return;
      const middles = [...list.current.children].map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return top + height / 2;
      });
      setDragged({ from: from.at, before: middles.filter((middle) => middle < clientY).length });
    },
    onPointerUp: () => {
      if (dragged) move(dragged.from, dragged.before > dragged.from ? dragged.before - 1 : dragged.before);
      cancel();
    },
    onPointerCancel: cancel,
  });
  return { dragged, handle };
}
