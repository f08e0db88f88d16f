// Fields for choices.
import { __ } from '@wordpress/i18n';
import { useId } from 'react';
import { describedBy, FieldNotes, type FieldProps, Labelled } from './labelled.tsx';

/** A value to choose, with the text that the user sees. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
}

/** A field for one of several values. */
export function SelectField({ value, onChange, options, ...field }: SelectProps) {
  return (
    <Labelled {...field}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

interface ChoiceProps extends FieldProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly choices: readonly { readonly value: unknown; readonly label: string }[];
}

/** A field for one of several values of any type. A value that is not among them is displayed, too. */
export function ChoiceField({ value, onChange, choices, ...field }: ChoiceProps) {
  const current = value === null || value === undefined ? '' : String(value);
  const options = choices.map((choice) => ({ value: String(choice.value), label: choice.label }));
  const isKnown = options.some((option) => option.value === current);
  return (
    <SelectField
      {...field}
      value={current}
      options={isKnown ? options : [{ value: current, label: current || __('Not set') }, ...options]}
      onChange={(text) => onChange(choices.find((choice) => String(choice.value) === text)?.value ?? value)}
    />
  );
}

interface CheckboxProps extends FieldProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** A field for yes or no. */
export function CheckboxField({ value, onChange, ...field }: CheckboxProps) {
  return (
    <Labelled {...field} isInline>
      {(control) => (
        <input {...control} type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      )}
    </Labelled>
  );
}

interface CheckboxesProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly options: readonly Option[];
}

/** A field for any number of values. */
export function CheckboxesField({ label, help, error, isDisabled = false, value, onChange, options }: CheckboxesProps) {
  const id = useId();
  const select = (option: string, isSelected: boolean) =>
    onChange(options.map((each) => each.value).filter((each) => (each === option ? isSelected : value.includes(each))));
  return (
    <fieldset className="field" disabled={isDisabled} aria-describedby={describedBy(id, help, error)}>
      <legend>{label}</legend>
      {options.map((option) => (
        <CheckboxField
          key={option.value}
          label={option.label}
          value={value.includes(option.value)}
          onChange={(isSelected) => select(option.value, isSelected)}
        />
      ))}
      <FieldNotes {...{ id, help, error }} />
    </fieldset>
  );
}
