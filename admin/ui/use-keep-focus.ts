// Keeps the focus in a list whose rows disappear, so that users of keyboards and screen readers do not start at the top of the page.
import { type RefObject, useCallback, useEffect, useRef } from 'react';

interface FocusedElement {
  readonly element: HTMLElement;
  /** The index of the row that contains it; -1 if it is not in a row. */
  readonly row: number;
}

const rowsIn = (container: HTMLElement): HTMLElement[] => [
  ...container.querySelectorAll<HTMLElement>('tbody > tr, .dataviews-view-grid__card'),
];

const focusable = 'a[href], button:not([disabled]), input:not([disabled])';

/**
 * Moves the focus back into a container if the focused element has disappeared when the data of its rows, `data`, have changed: to the element
 * that had the focus, or the row that has taken its place, or the first element that can have the focus. Returns a function that does the
 * same at other times, such as after a dialog was closed.
 */
export function useKeepFocus(container: RefObject<HTMLElement>, data: unknown): () => void {
  const last = useRef<FocusedElement>();
  useEffect(() => {
    const { current } = container;
    const remember = ({ target }: FocusEvent) => {
      if (!current || !(target instanceof HTMLElement)) return;
      last.current = { element: target, row: rowsIn(current).findIndex((row) => row.contains(target)) };
    };
    current?.addEventListener('focusin', remember);
    return () => current?.removeEventListener('focusin', remember);
  }, [container]);
  const keepFocus = useCallback(() => {
    const { current } = container;
    if (!current || !last.current || (document.activeElement ?? document.body) !== document.body) return;
    const { element, row } = last.current;
    if (element.isConnected) element.focus();
    if (document.activeElement !== document.body) return;
    const rows = rowsIn(current);
    const replacement = rows[Math.min(Math.max(row, 0), rows.length - 1)] ?? current;
    replacement.querySelector<HTMLElement>(focusable)?.focus();
  }, [container]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change with the data.
  useEffect(keepFocus, [data, keepFocus]);
  return keepFocus;
}
