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
  const describedBy = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean);
  const control = children({
    id,
    disabled: isDisabled,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
    'aria-invalid': error === undefined ? undefined : true,
  });
  return (
    <div className={isInline ? 'field inline' : 'field'}>
      {isInline && control}
      <label htmlFor={id}>{label}</label>
      {!isInline && control}
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
    </div>
  );
}
