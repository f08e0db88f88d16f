// A field for an object: a group with a field for each property.
import { type ReactNode, useId } from 'react';
import type { GroupFieldProps } from './schema-field-props.ts';
import { SecretField } from './secret-field.tsx';
import { boundErrorOf, boundLabelsOf } from './secrets.ts';
import { isSetName, labelOf, objectOf } from './value-schema.ts';

/** The group. */
export function ObjectField({ label, help, error, ...props }: GroupFieldProps) {
  const id = useId();
  return (
    <fieldset className="field group" aria-describedby={describe(id, help, error)}>
      <legend>{label}</legend>
      <GroupNotes {...{ id, help, error }} />
      <PropertyFields {...props} />
    </fieldset>
  );
}

/** Returns the IDs of the help and the error of a group. */
export const describe = (id: string, help: ReactNode, error: string | undefined): string | undefined =>
  [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ') || undefined;

interface NotesProps {
  readonly id: string;
  readonly help: ReactNode;
  readonly error: string | undefined;
}

/** The help and the error of a group. */
export const GroupNotes = ({ id, help, error }: NotesProps) => (
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

/** The fields of the properties of an object. A change contains the whole object; the form keeps only what differs from the record. */
export function PropertyFields(props: Omit<GroupFieldProps, 'label' | 'help' | 'error'>) {
  const { schema, value, stored, onChange, errorOf, Field } = props;
  const { properties = {} } = schema;
  const [values, storedValues] = [objectOf(value), objectOf(stored)];
  const change = (name: string, next: unknown) => {
    const { [name]: _previous, ...others } = values;
    // The order of the properties is that of the stored object, so that a value that is changed back is no change.
    onChange(next === undefined ? others : name in values ? { ...values, [name]: next } : { ...others, [name]: next });
  };
  return (
    <>
      {Object.entries(properties).map(([name, each]) => {
        const field = { label: labelOf(name, each), help: each.description };
        if (each.writeOnly) {
          const secret = typeof values[name] === 'string' ? values[name] : undefined;
          return (
            <SecretField
              key={name}
              {...field}
              isSet={storedValues[isSetName(name)] === true}
              value={secret}
              boundLabels={boundLabelsOf(properties, each)}
              error={
                boundErrorOf(properties, name, values, storedValues) ??
                (secret ? errorOf(each, secret, false) : undefined)
              }
              onChange={(next) => change(name, next)}
            />
          );
        }
        return (
          <Field
            key={name}
            {...field}
            {...{ schema: each, errorOf }}
            value={values[name]}
            stored={storedValues[name]}
            isRequired={values[name] === null && typeof each.type === 'string'}
            onChange={(next) => change(name, next)}
          />
        );
      })}
    </>
  );
}
