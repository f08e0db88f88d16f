// The frame of a form: what was restored, the fields, why saving has failed, and the buttons.
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { useBusyDialog } from '../form-dialog.tsx';

interface Props {
  /** The state of the form. */
  readonly form: {
    readonly isChanged: boolean;
    readonly isSaving: boolean;
    readonly isRestored: boolean;
    readonly error: Error | undefined;
    readonly submit: () => Promise<boolean>;
    readonly discard: () => void;
  };
  /** The label of the button that saves. */
  readonly submitLabel?: string;
  /** Whether the form can be saved without changes, as one that creates a record with default values. */
  readonly isAlwaysReady?: boolean;
  /** Whether the form reports invalid values itself, so that the browser must not. */
  readonly validatesValues?: boolean;
  /** Runs after the changes were saved. */
  readonly onSaved?: () => void;
  readonly children: ReactNode;
}

/** A form with a button that saves and one that discards the changes. */
export function FormFrame({
  form,
  submitLabel = __('Save changes'),
  isAlwaysReady,
  validatesValues,
  onSaved,
  children,
}: Props) {
  const { isChanged, isSaving, isRestored, error } = form;
  useBusyDialog(isSaving);
  return (
    <form
      className="form"
      noValidate={validatesValues}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit().then((isSaved) => isSaved && onSaved?.());
      }}
    >
      {isRestored && (
        <p role="status" className="restored">
          {__('This form contains changes of an earlier visit that were not saved.')}
        </p>
      )}
      {children}
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <button type="submit" className="button primary" disabled={isSaving || !(isChanged || isAlwaysReady)}>
          {isSaving ? __('Saving…') : submitLabel}
        </button>
        {isChanged && (
          <button type="button" className="button" disabled={isSaving} onClick={form.discard}>
            {__('Discard changes')}
          </button>
        )}
      </p>
    </form>
  );
}
