// Asks what to do with unsaved changes that this browser has stored.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef } from 'react';
import { formatTime } from '../../ui/format-date.ts';

interface Props {
  /** The time at which the changes were stored, in milliseconds. */
  readonly storedAt: number;
  /** A consequence of restoring the changes, such as that they replace newer ones; undefined if there is none. */
  readonly warning: string | undefined;
  /** The changes. */
  readonly children: React.ReactNode;
  readonly restore: () => void;
  readonly discard: () => void;
  readonly postpone: () => void;
}

/** The dialog. Closing it postpones the decision. */
export function RestoreDialog({ storedAt, warning, children, restore, discard, postpone }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Otherwise a text that can be scrolled has the focus.
    first.current?.focus();
  }, []);
  return (
    <dialog ref={dialog} className="confirm wide" aria-labelledby="restore-title" onCancel={postpone}>
      <h2 id="restore-title">{__('Restore unsaved changes?')}</h2>
      <p>
        {/* translators: %s: date and time. */}
        {sprintf(__('This browser has stored changes from %s that were not saved.'), formatTime(storedAt))}
      </p>
      {warning !== undefined && <p className="error">{warning}</p>}
      {children}
      <p className="buttons">
        <button ref={first} type="button" className="button primary" onClick={restore}>
          {__('Restore')}
        </button>
        <button type="button" className="button" onClick={postpone}>
          {__('Decide later')}
        </button>
        <button type="button" className="button" onClick={discard}>
          {__('Discard')}
        </button>
      </p>
    </dialog>
  );
}
