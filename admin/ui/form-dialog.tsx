// A dialog with a form.
import { __ } from '@wordpress/i18n';
import { type ReactNode, useEffect, useId } from 'react';
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

/** A modal dialog, which Escape closes. The first field has the focus. */
export function FormDialog({ title, close, isReady = true, isWide = false, children }: Props) {
  const dialog = useModal();
  const id = useId();
  // Otherwise the button that closes the dialog has the focus.
  useEffect(() => {
    if (isReady) dialog.current?.querySelector<HTMLElement>('form input, form textarea, form select')?.focus();
  }, [dialog, isReady]);
  return (
    <dialog ref={dialog} className={isWide ? 'form-dialog wide' : 'form-dialog'} aria-labelledby={id} onCancel={close}>
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="button plain" onClick={close}>
          {__('Close')}
        </button>
      </div>
      {children}
    </dialog>
  );
}
