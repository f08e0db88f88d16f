// Fields for text and numbers.
import type { HTMLInputAutoCompleteAttribute } from 'react';
import { type FieldProps, Labelled } from './labelled.tsx';

interface Props extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'url' | 'password' | 'number' | 'search' | 'date' | 'time' | 'datetime-local';
  readonly isRequired?: boolean;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly placeholder?: string;
  /** Limits of numbers. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A field for one line. */
export function TextField({
  value,
  onChange,
  type = 'text',
  isRequired,
  autoComplete,
  placeholder,
  min,
  max,
  ...field
}: Props) {
  return (
    <Labelled {...field}>
      {(control) => (
        <input
          {...control}
          {...{ type, value, autoComplete, placeholder, min, max }}
          required={isRequired}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}

interface TextAreaProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly isRequired?: boolean;
}

/** A field for several lines. */
export function TextAreaField({ value, onChange, rows = 4, isRequired, ...field }: TextAreaProps) {
  return (
    <Labelled {...field}>
      {(control) => (
        <textarea
          {...{ ...control, rows, value }}
          required={isRequired}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}
