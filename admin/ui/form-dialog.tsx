// A dialog with a form.
import { __ } from '@wordpress/i18n';
import { createContext, type ReactNode, useContext, useEffect, useId, useLayoutEffect, useState } from 'react';
import { useModal } from './use-modal.ts';

interface Props {
  readonly title: string;
  readonly close: () => void;
  /** Whether the form is displayed. */
  readonly isReady?: boolean;
  /** Whether wide windows show the fields in two columns. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Sets whether the form in a dialog is being saved. */
const BusyContext = createContext<(isBusy: boolean) => void>(() => {});

/** Prevents that the dialog around a form is closed while the form is being saved. Does nothing for forms outside of dialogs. */
export function useBusyDialog(isBusy: boolean): void {
  const setBusy = useContext(BusyContext);
  useLayoutEffect(() => {
    setBusy(isBusy);
    return () => setBusy(false);
  }, [isBusy, setBusy]);
}

/** A modal dialog, which Escape closes. The first field has the focus. */
export function FormDialog({ title, close, isReady = true, isWide = false, children }: Props) {
  const [isBusy, setBusy] = useState(false);
  const dialog = useModal(!isBusy);
  const id = useId();
  // Otherwise the button that closes the dialog has the focus.
  useEffect(() => {
    if (isReady) dialog.current?.querySelector<HTMLElement>('form input, form textarea, form select')?.focus();
  }, [dialog, isReady]);
  return (
    <dialog ref={dialog} className={isWide ? 'form-dialog wide' : 'form-dialog'} aria-labelledby={id} onCancel={close}>
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="button plain" disabled={isBusy} onClick={close}>
          {__('Close')}
        </button>
      </div>
      <BusyContext.Provider value={setBusy}>{children}</BusyContext.Provider>
    </dialog>
  );
}
