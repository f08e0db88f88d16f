// A field for an object whose properties have any names and the same schema.
import { __, sprintf } from '@wordpress/i18n';
import { useId, useRef, useState } from 'react';
import { describedBy, FieldNotes } from './labelled.tsx';
import type { GroupFieldProps } from './schema-field-props.ts';
import { TextField } from './text-field.tsx';
import { initialValueOf, objectOf } from './value-schema.ts';

/** The field. A name cannot be changed after it was added, so that two values never have the same name while it is typed. */
export function MapField({ label, help, schema, value, stored, onChange, errorOf, error, Field }: GroupFieldProps) {
  const id = useId();
  const [name, setName] = useState('');
  const container = useRef<HTMLFieldSetElement>(null);
  const [values, storedValues] = [objectOf(value), objectOf(stored)];
  const { additionalProperties: itemSchema = {}, maxProperties = Number.POSITIVE_INFINITY } = schema;
  const names = Object.keys(values);
  const isFull = names.length >= maxProperties;
  const isTaken = names.includes(name.trim());
  const add = () => {
    if (name.trim() === '' || isTaken || isFull) return;
    onChange({ ...values, [name.trim()]: initialValueOf(itemSchema) });
    setName('');
  };
  return (
    <fieldset ref={container} className="field group" aria-describedby={describedBy(id, help, error)}>
      <legend>{label}</legend>
      <FieldNotes {...{ id, help, error }} />
      {names.map((each) => (
        <div key={each} className="entry">
          <Field
            {...{ schema: itemSchema, errorOf }}
            label={each}
            value={values[each]}
            stored={storedValues[each]}
            onChange={(next) => onChange({ ...values, [each]: next })}
          />
          <button
            type="button"
            className="button"
            /* translators: %s: name of a value. */
            aria-label={sprintf(__('Remove: %s'), each)}
            onClick={() => {
              const { [each]: _removed, ...others } = values;
              container.current?.querySelector<HTMLInputElement>('.adding input')?.focus();
              onChange(others);
            }}
          >
            {__('Remove')}
          </button>
        </div>
      ))}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter adds the name instead of submitting the form. */}
      <div
        className="adding"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label={__('Name')}
          value={name}
          onChange={setName}
          error={isTaken ? __('There is already a value with this name.') : undefined}
        />
        <button type="button" className="button" disabled={name.trim() === '' || isTaken || isFull} onClick={add}>
          {/* translators: %s: name of a field. */}
          {__('Add')} <span className="visually-hidden">{sprintf(__('to %s'), label)}</span>
        </button>
      </div>
    </fieldset>
  );
}
