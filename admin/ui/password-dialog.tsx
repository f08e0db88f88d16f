// Asks the user for the password of the account again, before an action that must not be possible with a stolen session.
import { __ } from '@wordpress/i18n';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useModal } from './use-modal.ts';

interface Props {
  readonly title: string;
  /** The effect of the action; may contain further fields. */
  readonly children: ReactNode;
  /** The label of the button that performs the action. */
  readonly label: string;
  /** Whether the further fields are filled in. */
  readonly isReady?: boolean;
  /** Performs the action. If it rejects, the dialog stays open with the message, for example because the password is wrong. */
  readonly run: (password: string) => Promise<void>;
  /** Closes the dialog, after the action or without it. */
  readonly close: () => void;
}

/** A modal dialog with a field for the password. */
export function PasswordDialog({ title, children, label, isReady = true, run, close }: Props) {
  const dialog = useModal();
  const id = useId();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await run(password);
      close();
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
      setBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        // The action cannot be stopped, and its outcome would not be displayed.
        if (!isBusy) close();
      }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <h2 id={id}>{title}</h2>
        {children}
        <label>
          {__('Your password')}
          <input
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        {error && (
          <p role="alert" className="error">
            {error.message}
          </p>
        )}
        <p className="buttons">
          <button type="button" className="button" disabled={isBusy} onClick={close}>
            {__('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || !isReady || password === ''}>
            {label}
          </button>
        </p>
      </form>
    </dialog>
  );
}
