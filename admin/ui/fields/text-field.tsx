// Fields for text and numbers.
import { type HTMLInputAutoCompleteAttribute, useId } from 'react';
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
  /** Values that the browser suggests while the user types. Others are possible too. */
  readonly suggestions?: readonly string[];
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
  suggestions = [],
  ...field
}: Props) {
  const listId = useId();
  const list = suggestions.length > 0 ? listId : undefined;
  return (
    <Labelled {...field}>
      {(control) => (
        <>
          <input
            {...control}
            {...{ type, value, autoComplete, placeholder, min, max, list }}
            required={isRequired}
            onChange={(event) => onChange(event.target.value)}
          />
          {list !== undefined && (
            <datalist id={list}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
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
