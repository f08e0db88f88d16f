// A field for an object: a group with a field for each property.
import { useId } from 'react';
import { describedBy, FieldNotes } from './labelled.tsx';
import type { GroupFieldProps } from './schema-field-props.ts';
import { SecretField } from './secret-field.tsx';
import { boundErrorOf, boundLabelsOf } from './secrets.ts';
import { isSetName, labelOf, objectOf } from './value-schema.ts';

/** The group. */
export function ObjectField({ label, help, error, ...props }: GroupFieldProps) {
  const id = useId();
  return (
    <fieldset className="field group" aria-describedby={describedBy(id, help, error)}>
      <legend>{label}</legend>
      <FieldNotes {...{ id, help, error }} />
      <PropertyFields {...props} />
    </fieldset>
  );
}

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
