// Creates a menu.
import { __ } from '@wordpress/i18n';
import { type FormEvent, useState } from 'react';
import { createMenu } from '../../data/resources/menus.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { messageOf } from '../../ui/to-error.ts';

interface Props {
  /** Opens the new menu, by its ID. */
  readonly open: (id: number) => void;
  readonly isInitiallyOpen: boolean;
}

/** A button that opens a form for the name. */
export function NewMenu({ open, isInitiallyOpen }: Props) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setError(__('Enter a name.'));
    setBusy(true);
    try {
      const id = await createMenu(name);
      setName('');
      setError(undefined);
      setOpen(false);
      open(id);
    } catch (reason) {
      setError(messageOf(reason));
    } finally {
      setBusy(false);
    }
  };
  if (!isOpen)
    return (
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {__('New menu')}
      </button>
    );
  return (
    <form className="new-menu" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={__('Name of the new menu')} value={name} error={error} onChange={setName} />
      <p className="buttons">
        <button type="submit" className="button primary" disabled={isBusy}>
          {__('Create menu')}
        </button>
        {!isInitiallyOpen && (
          <button type="button" className="button" onClick={() => setOpen(false)}>
            {__('Cancel')}
          </button>
        )}
      </p>
    </form>
  );
}
