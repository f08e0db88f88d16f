// A field of a form with its label, help and error, which screen readers announce with the field.
import { type ReactNode, useId } from 'react';

/** The properties of all fields. */
export interface FieldProps {
  readonly label: string;
  /** The purpose of the field, in one or two sentences. */
  readonly help?: ReactNode;
  /** The reason why the value is invalid. */
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
}

/** The attributes of the control that connect it with its label, help and error. */
export interface ControlAttributes {
  readonly id: string;
  readonly disabled: boolean;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

interface Props extends FieldProps {
  /** Whether the label is beside the control, as for checkboxes. */
  readonly isInline?: boolean;
  readonly children: (control: ControlAttributes) => ReactNode;
}

/** A control with its label, help and error. */
export function Labelled({ label, help, error, isDisabled = false, isInline = false, children }: Props) {
  const id = useId();
  const control = children({
    id,
    disabled: isDisabled,
    'aria-describedby': describedBy(id, help, error),
    'aria-invalid': error === undefined ? undefined : true,
  });
  return (
    <div className={isInline ? 'field inline' : 'field'}>
      {isInline && control}
      <label htmlFor={id}>{label}</label>
      {!isInline && control}
      <FieldNotes {...{ id, help, error }} />
    </div>
  );
}

/** Returns the IDs of the notes of a field, for `aria-describedby`; undefined if it has none. */
export const describedBy = (id: string, help: ReactNode, error: string | undefined): string | undefined =>
  [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ') || undefined;

interface NotesProps extends Pick<FieldProps, 'help' | 'error'> {
  /** The ID of the field. */
  readonly id: string;
}

/** The help and the error of a field. */
export const FieldNotes = ({ id, help, error }: NotesProps) => (
  <>
    {help !== undefined && (
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
    )}
    {error !== undefined && (
      <p className="error" id={`${id}-error`}>
        {error}
      </p>
    )}
  </>
);
