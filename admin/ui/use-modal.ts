// Opens modal dialogs.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns the reference of a dialog that is modal while it is rendered. When it is removed, the focus returns to where it was before. */
export function useModal(): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // The browser restores the focus only when the dialog is closed before it is removed.
    return () => current?.close();
  }, []);
  return dialog;
}
