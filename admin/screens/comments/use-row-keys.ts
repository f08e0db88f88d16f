// Moves between the comments and performs actions with the keyboard.
import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** The actions of the keys. `id` is the ID of the comment that has the focus. */
export interface RowKeys {
  /** Performs what a key means for a comment. Returns whether the key means anything. */
  readonly onKey: (key: string, id: number) => boolean;
  /** Reverts the last action. Resolves with the ID of a comment that has changed; undefined if there is nothing to revert. */
  readonly undo: () => Promise<number | undefined>;
}

const rowsIn = (container: HTMLElement | null): HTMLElement[] => [
  ...(container?.querySelectorAll<HTMLElement>('[data-comment]') ?? []),
];

const idOf = (row: HTMLElement | undefined): number | undefined => row && Number(row.dataset.comment);

/** Whether the user types into an element. Checkboxes and buttons take no letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'));

/**
 * Handles the keys of a list while `isActive`: j and k move the focus, z reverts, and the others act on the comment that has or had the focus
 * last. Keys have no effect while the user types, holds a modifier, or has a dialog open. If the focused element disappears, the comment
 * gets the focus, or the one that has taken its place. Returns a function that moves the focus to a comment.
 */
export function useRowKeys(
  container: RefObject<HTMLElement>,
  isActive: boolean,
  { onKey, undo }: RowKeys,
): (id: number, step?: number) => void {
  const last = useRef<{ readonly id: number; readonly index: number; readonly element: Element }>();
  const focusRow = useCallback(
    (id: number, step = 0) => {
      const rows = rowsIn(container.current);
      const index = rows.findIndex((row) => idOf(row) === id);
      const row = rows[Math.min(Math.max(index + step, 0), rows.length - 1)];
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
    },
    [container],
  );

  useEffect(() => {
    const { current } = container;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const row = target.closest<HTMLElement>('[data-comment]');
      const id = idOf(row ?? undefined);
      if (row && id !== undefined) last.current = { id, index: rowsIn(current).indexOf(row), element: target };
    };
    current?.addEventListener('focusin', remember);
    return () => current?.removeEventListener('focusin', remember);
  }, [container]);

  // Whenever something was rendered, an element with the focus may have disappeared.
  useEffect(() => {
    if (!last.current || last.current.element.isConnected) return;
    if ((document.activeElement ?? document.body) !== document.body) return;
    const rows = rowsIn(container.current);
    const { id, index } = last.current;
    (rows.find((row) => idOf(row) === id) ?? rows[Math.min(index, rows.length - 1)])?.focus({ preventScroll: true });
  });

  useEffect(() => {
    if (!isActive) return;
    const handle = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      if (document.querySelector('dialog[open]')) return;
      const rows = rowsIn(container.current);
      const at = rows.findIndex((row) => idOf(row) === last.current?.id);
      const row = rows[at];
      if (key === 'j' || key === 'k') {
        const next = at === -1 ? 0 : at + (key === 'j' ? 1 : -1);
        focusRow(idOf(rows[Math.min(Math.max(next, 0), rows.length - 1)]) ?? 0);
      } else if (key === 'z') void undo().then((id) => id !== undefined && focusRow(id));
      else if (!row || !onKey(key, idOf(row) ?? 0)) return;
      event.preventDefault();
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, [container, isActive, onKey, undo, focusRow]);

  return focusRow;
}
