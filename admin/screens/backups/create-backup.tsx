// A form that creates a backup.
import { __ } from '@wordpress/i18n';
import { type FormEvent, useId, useState } from 'react';
import { createBackup } from '../../data/resources/backups.ts';
import { toError } from '../../ui/to-error.ts';

interface Props {
  /** Whether a backup is being created or restored, so that no other one can be created. */
  readonly isBusy: boolean;
  /** Runs when the service has started to create the backup. */
  readonly onCreated: () => void;
}

/** A form with an optional name. If it fails, the name is kept. */
export function CreateBackup({ isBusy, onCreated }: Props) {
  const id = useId();
  const [name, setName] = useState('');
  const [error, setError] = useState<Error>();
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setError(undefined);
    try {
      await createBackup(name);
      setName('');
      onCreated();
    } catch (reason) {
      setError(toError(reason));
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="create-backup" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{__('Name (optional)')}</label>
      <input id={id} value={name} maxLength={150} onChange={(event) => setName(event.target.value)} />
      <button type="submit" className="button primary" disabled={isBusy || isSending}>
        {__('Create backup')}
      </button>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
    </form>
  );
}
