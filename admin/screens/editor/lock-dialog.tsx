// Shows that someone else is editing the entry.

import { __, sprintf } from '@wordpress/i18n';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { useModal } from '../../ui/use-modal.ts';
import type { OtherEditor } from './lock-state.ts';
import { useEditLock } from './use-edit-lock.ts';

interface Props {
  readonly entry: number;
  /** The path of the screen to which the user can go back. */
  readonly listPath: string;
}

/** Keeps the edit lock. Displays a dialog while another user holds it. */
export function LockDialog({ entry, listPath }: Props) {
  const { user } = useBootstrap();
  const { other, takeOver } = useEditLock(entry, user.id);
  return other ? <Dialog other={other} listPath={listPath} takeOver={takeOver} /> : null;
}

interface DialogProps extends Pick<Props, 'listPath'> {
  readonly other: OtherEditor;
  readonly takeOver: () => void;
}

function Dialog({ other: { name, hasTakenOver }, listPath, takeOver }: DialogProps) {
  const dialog = useModal(false);
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="lock-title">
      <h2 id="lock-title">
        {/* translators: %s: name of a user. */}
        {hasTakenOver ? sprintf(__('%s has taken over'), name) : sprintf(__('%s is editing this entry'), name)}
      </h2>
      <p>
        {hasTakenOver
          ? __(
              'What you have written is still here, but it does not change the entry until you take over again. When the other person has finished, you can continue here.',
            )
          : __(
              'If you take over, the other person is told at once, and changes that are not saved yet stay in the other browser.',
            )}
      </p>
      <p className="buttons">
        <DocumentLink path={listPath} className="button">
          {__('Go back')}
        </DocumentLink>
        <button type="button" className="button primary" onClick={takeOver}>
          {__('Take over')}
        </button>
      </p>
    </dialog>
  );
}
