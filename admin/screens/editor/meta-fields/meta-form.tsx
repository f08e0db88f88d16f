// Converts the schemas of meta fields to a form.
import type { Field, Form } from '@wordpress/dataviews';
import type { Meta } from '../../../data/editor/meta.ts';
import type { FieldSchema, FieldSchemas } from '../../../data/resources/schemas.ts';
import { fieldOfSchema, isEditable, labelOf, typeOf } from './field-of-schema.ts';

/** A form for meta fields. The IDs of fields are their names; those of properties of objects are `name/property`. */
export interface MetaForm {
  readonly fields: Field<Meta>[];
  readonly form: Form;
}

/** Returns the form. Values that no control can edit are displayed as JSON. */
export function metaFormOf(schemas: FieldSchemas): MetaForm {
  const groups = Object.entries(schemas).map(([name, schema]) => ({ name, schema, fields: fieldsOf(name, schema) }));
  return {
    fields: groups.flatMap(({ fields }) => fields),
    form: {
      layout: { type: 'regular', labelPosition: 'top' },
      fields: groups.map(({ name, schema, fields }) =>
        fields[0]?.id === name
          ? name
          : { id: name, label: labelOf(name, schema), children: fields.map(({ id }) => id) },
      ),
    },
  };
}

/** Returns the name of the meta field to which a field of the form belongs. */
export const metaNameOf = (fieldId: string): string => fieldId.split('/', 1)[0] ?? '';

/** Returns the fields of a meta field: one, or one for each property of an object. */
function fieldsOf(name: string, schema: FieldSchema): Field<Meta>[] {
  if (isEditable(schema))
    return [
      fieldOfSchema(schema, {
        ...{ id: name, label: labelOf(name, schema) },
        isRequired: () => schema.required === true,
        get: (meta) => meta[name],
        set: (_meta, value) => ({ [name]: value }),
      }),
    ];
  const properties = Object.entries(schema.properties ?? {});
  if (typeOf(schema) !== 'object' || properties.length === 0 || !properties.every(([, each]) => isEditable(each)))
    return [jsonField(name, schema)];
  const requiredNames = Array.isArray(schema.required) ? schema.required : [];
  return properties.map(([property, each]) =>
    fieldOfSchema(
      { ...each, readonly: each.readonly === true || schema.readonly === true },
      {
        ...{ id: `${name}/${property}`, label: labelOf(property, each) },
        // An object without any value is not stored, so nothing in it is required.
        isRequired: (meta) => requiredNames.includes(property) && Object.keys(objectOf(meta[name])).length > 0,
        get: (meta) => objectOf(meta[name])[property],
        set: (meta, value) => ({ [name]: withProperty(objectOf(meta[name]), property, value) }),
      },
    ),
  );
}

const objectOf = (value: unknown): Meta => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Returns an object with another value of a property; null if it has no values. */
function withProperty(object: Meta, property: string, value: unknown): Meta | null {
  const { [property]: _previous, ...others } = object;
  const changed = value === null || value === '' ? others : { ...others, [property]: value };
  return Object.keys(changed).length > 0 ? changed : null;
}

function jsonField(name: string, schema: FieldSchema): Field<Meta> {
  const { description } = schema;
  return {
    ...{ id: name, label: labelOf(name, schema), type: 'text', readOnly: true },
    ...(description !== undefined && { description }),
    getValue: ({ item }) => JSON.stringify(item[name] ?? null, undefined, 2),
    render: ({ item }) => <pre className="json">{JSON.stringify(item[name] ?? null, undefined, 2)}</pre>,
  };
}
