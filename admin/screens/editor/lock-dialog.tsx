// Keeps the lock of the edited entry, and tells the user if someone else is editing it.
import { __, sprintf } from '@wordpress/i18n';
import { useCallback, useEffect, useRef, useState } from 'react';
import { acquireLock, type EditLock, releaseLock } from '../../data/resources/locks.ts';
import { DocumentLink } from '../../ui/document-link.tsx';

/** Interval between renewals, in milliseconds. A lock expires 150 seconds after it was last renewed. */
const renewalMs = 50_000;

interface Props {
  readonly entry: number;
  /** The path of the screen to which the user can go back. */
  readonly listPath: string;
}

/** Someone else who is editing the entry; `hasTakenOver` is true if the user held the lock before. */
interface OtherEditor extends EditLock {
  readonly hasTakenOver: boolean;
}

/** Acquires and renews the lock. Displays a dialog while another user holds it. */
export function LockDialog({ entry, listPath }: Props) {
  const [other, setOther] = useState<OtherEditor>();
  const holdsLock = useRef(false);
  const acquire = useCallback(
    async (takeOver: boolean) => {
      const found = await acquireLock(entry, takeOver);
      setOther(found && { ...found, hasTakenOver: holdsLock.current });
      holdsLock.current = found === undefined;
    },
    [entry],
  );
  useEffect(() => {
    // Without a lock, versions still prevent that changes of others are overwritten; the next renewal tries again.
    const renew = () => void acquire(false).catch((error: unknown) => console.error(error));
    const release = () => {
      if (holdsLock.current) releaseLock(entry);
    };
    renew();
    const timer = setInterval(renew, renewalMs);
    addEventListener('pagehide', release);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', release);
    };
  }, [entry, acquire]);
  return other ? <Dialog other={other} listPath={listPath} takeOver={() => void acquire(true)} /> : null;
}

interface DialogProps extends Pick<Props, 'listPath'> {
  readonly other: OtherEditor;
  readonly takeOver: () => void;
}

function Dialog({ other: { name, hasTakenOver }, listPath, takeOver }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="lock-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="lock-title">
        {/* translators: %s: name of a user. */}
        {hasTakenOver ? sprintf(__('%s has taken over'), name) : sprintf(__('%s is editing this entry'), name)}
      </h2>
      <p>
        {hasTakenOver
          ? __('What you have written is still here, but it is not saved. You can take over again.')
          : __(
              'If you take over, the other person is told so, and changes that are not saved yet stay in the other browser.',
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
