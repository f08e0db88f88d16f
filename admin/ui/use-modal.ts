// Opens modal dialogs.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns the reference of a dialog that is modal while it is rendered. When it is removed, the focus returns to where it was before.
 * Escape does nothing without `canCancel`: while the action of the dialog is running, whose failure it will show, or if the user must answer.
 */
export function useModal(canCancel = true): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  const ignoresEscape = useRef(!canCancel);
  useLayoutEffect(() => {
    ignoresEscape.current = !canCancel;
  }, [canCancel]);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    const ignore = (event: Event) => {
      if (!ignoresEscape.current || (event instanceof KeyboardEvent && event.key !== 'Escape')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    current?.addEventListener('cancel', ignore, { capture: true });
    // Browsers close a dialog without the event `cancel` if Escape is pressed a second time. The focus may be outside of the dialog,
    // because its button is disabled.
    addEventListener('keydown', ignore, { capture: true });
    return () => {
      removeEventListener('keydown', ignore, { capture: true });
      // The browser restores the focus only when the dialog is closed before it is removed.
      current?.close();
    };
  }, []);
  return dialog;
}
