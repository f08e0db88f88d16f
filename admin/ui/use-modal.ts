// Opens modal dialogs.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns the reference of a dialog that is modal while it is rendered. When it is removed, the focus returns to where it was before. Escape
 * does nothing while the dialog has a disabled button of the class `cancel`: its action is running, and the dialog will show a failure.
 */
export function useModal(): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    const ignoreWhileBusy = (event: Event) => {
      if (!current?.querySelector('button.cancel:disabled')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    current?.addEventListener('cancel', ignoreWhileBusy, { capture: true });
    // The browser restores the focus only when the dialog is closed before it is removed.
    return () => current?.close();
  }, []);
  return dialog;
}
