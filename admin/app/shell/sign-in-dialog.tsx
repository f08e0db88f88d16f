// Asks the user to sign in again when the session has ended. What the user has typed remains on the page behind the dialog.

import { __ } from '@wordpress/i18n';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { isSignInRequested, onSignInRequest, signInAgain } from '../../data/session.ts';
import { messageOf } from '../../ui/to-error.ts';
import { useModal } from '../../ui/use-modal.ts';

/** The dialog, which is displayed while the user has to sign in. */
export function SignInDialog() {
  const isRequested = useSyncExternalStore(onSignInRequest, isSignInRequested);
  return isRequested ? <Dialog /> : null;
}

function Dialog() {
  const dialog = useModal(false);
  const [message, setMessage] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    try {
      setMessage(await signInAgain({ login: String(fields.get('login')), password: String(fields.get('password')) }));
    } catch (error) {
      setMessage(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="sign-in-title">
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="sign-in-title">{__('Sign in again')}</h2>
        <p>{__('Your session has ended. Nothing that you have written is lost: sign in to continue.')}</p>
        {message !== undefined && (
          <p role="alert" className="error">
            {message}
          </p>
        )}
        <label>
          {__('Username or email address')}
          <input name="login" autoComplete="username" required />
        </label>
        <label>
          {__('Password')}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit" className="button primary" disabled={isBusy}>
          {__('Sign in')}
        </button>
      </form>
    </dialog>
  );
}
