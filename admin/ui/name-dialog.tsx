// Asks the user for a name.
import { __ } from '@wordpress/i18n';
import { type FormEvent, useId, useState } from 'react';
import { useModal } from './use-modal.ts';

/** Maximum length of names, in UTF-16 code units. */
const maxLength = 80;

interface Props {
  readonly title: string;
  readonly help: string | undefined;
  readonly initial: string;
  /** Stores the name, which is not empty. If it rejects, the dialog stays open with the message. */
  readonly run: (name: string) => Promise<void>;
  readonly close: () => void;
}

/** A modal dialog with a field for a name. */
export function NameDialog({ title, help, initial, run, close }: Props) {
  const dialog = useModal();
  const id = useId();
  const [name, setName] = useState(initial);
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await run(name.trim());
      close();
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={id} onCancel={close}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id={id}>{title}</h2>
        {help !== undefined && <p>{help}</p>}
        <label>
          {__('Name')}
          <input required maxLength={maxLength} value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        {error && (
          <p role="alert" className="error">
            {error.message}
          </p>
        )}
        <p className="buttons">
          <button type="button" className="button cancel" disabled={isBusy} onClick={close}>
            {__('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || name.trim() === ''}>
            {__('Save')}
          </button>
        </p>
      </form>
    </dialog>
  );
}
