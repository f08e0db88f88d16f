// Asks the user for a text before an action: for a name, or for the password of the account again.
import { __ } from '@wordpress/i18n';
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { toError } from './to-error.ts';
import { useModal } from './use-modal.ts';

/** A text that a dialog requests. */
interface AskedText {
  readonly label: string;
  readonly attributes: InputHTMLAttributes<HTMLInputElement>;
  /** Returns the text for the action; empty if the action is not possible. */
  readonly normalize: (text: string) => string;
}

/** A name of at most 80 UTF-16 code units. Spaces around it are removed. */
const askedName = (): AskedText => ({
  label: __('Name'),
  attributes: { maxLength: 80 },
  normalize: (text) => text.trim(),
});

/** The password of the account, for an action that must not be possible with a stolen session. */
const askedPassword = (): AskedText => ({
  label: __('Your password'),
  attributes: { type: 'password', autoComplete: 'current-password' },
  normalize: (text) => text,
});

interface Props {
  readonly title: string;
  readonly asksFor: 'name' | 'password';
  /** The text at the beginning. */
  readonly initial?: string;
  /** The label of the button that performs the action. */
  readonly label: string;
  /** Whether further fields are filled in. */
  readonly isReady?: boolean;
  /** Performs the action with the text, which is not empty. If it rejects, the dialog stays open with the message. */
  readonly run: (text: string) => Promise<void>;
  /** Closes the dialog, after the action or without it. */
  readonly close: () => void;
  /** The effect of the action, above the field; may contain further fields. */
  readonly children?: ReactNode;
}

/** A modal dialog with a field for the text. */
export function AskDialog({ title, asksFor, initial = '', label, isReady = true, run, close, children }: Props) {
  const [text, setText] = useState(initial);
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const dialog = useModal(!isBusy);
  const id = useId();
  const asked = asksFor === 'name' ? askedName() : askedPassword();
  const submitted = asked.normalize(text);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await run(submitted);
      close();
    } catch (reason) {
      setError(toError(reason));
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={id} onCancel={close}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id={id}>{title}</h2>
        {children}
        <label>
          {asked.label}
          <input {...asked.attributes} required value={text} onChange={({ target }) => setText(target.value)} />
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
          <button type="submit" className="button primary" disabled={isBusy || !isReady || submitted === ''}>
            {label}
          </button>
        </p>
      </form>
    </dialog>
  );
}
