// Converts the schema of a value to a field of a form.
import type { Field } from '@wordpress/dataviews';
import { __, sprintf } from '@wordpress/i18n';
import type { Meta } from '../../../data/editor/meta.ts';
import type { FieldSchema } from '../../../data/resources/schemas.ts';
import { errorOf } from '../../../data/validate-value.ts';

/** Types of values that one control can edit. */
const simpleTypes: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

/** Returns the type of a value, apart from null; undefined if it can have several types. */
export function typeOf({ type = [] }: FieldSchema): string | undefined {
  const types = [type].flat().filter((each) => each !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** Whether one control can edit a value: text, number, yes or no, or a list of texts or numbers. */
export function isEditable(schema: FieldSchema): boolean {
  const type = typeOf(schema);
  if (type !== 'array') return type !== undefined && simpleTypes.has(type);
  const itemType = schema.items && typeOf(schema.items);
  return itemType !== undefined && itemType !== 'boolean' && simpleTypes.has(itemType);
}

/** Returns the label of a field: the title in its schema, or its name as text. */
export const labelOf = (name: string, { title }: FieldSchema): string =>
  title ?? name.replace(/^./, (first) => first.toUpperCase()).replaceAll(/[_-]+/g, ' ');

/** Reads and changes a value for a form. */
export interface ValueAccess {
  readonly id: string;
  readonly label: string;
  readonly isRequired: (meta: Meta) => boolean;
  readonly get: (meta: Meta) => unknown;
  /** Returns the meta fields that change; null is no value. */
  readonly set: (meta: Meta, value: unknown) => Meta;
}

/** Minimum of `maxLength` from which a text has several lines. */
const longTextLength = 256;

/** Returns the field of a value that one control can edit. */
export function fieldOfSchema(schema: FieldSchema, { id, label, isRequired, get, set }: ValueAccess): Field<Meta> {
  const type = formTypeOf(schema);
  const { description, readonly: readOnly = false } = schema;
  const choices = schema.enum ?? schema.items?.enum;
  return {
    ...{ id, label, type, readOnly },
    ...(description !== undefined && { description }),
    ...(choices && { elements: choices.filter((value) => value !== null).map(elementOf) }),
    ...(type === 'datetime' && { Edit: { control: 'datetime', compact: true } }),
    ...(type === 'text' && !choices && isLongText(schema) && { Edit: 'textarea' }),
    getValue: ({ item }) => toControl(schema, get(item)),
    setValue: ({ item, value }) => set(item, toValue(schema, value)),
    isValid: { custom: (item) => errorOf(schema, get(item), isRequired(item)) ?? null },
  };
}

const isLongText = ({ maxLength }: FieldSchema): boolean => maxLength !== undefined && maxLength >= longTextLength;

const elementOf = (value: unknown) => ({ value, label: value === '' ? __('None') : String(value) });

/** Types of controls for texts, by their formats. */
const textTypes: Readonly<Record<string, 'datetime' | 'date' | 'email' | 'url' | 'color'>> = {
  ...{ 'date-time': 'datetime', date: 'date' },
  ...{ email: 'email', uri: 'url', 'hex-color': 'color' },
};

function formTypeOf(schema: FieldSchema): NonNullable<Field<Meta>['type']> {
  const type = typeOf(schema);
  if (type === 'integer' || type === 'number' || type === 'boolean' || type === 'array') return type;
  return textTypes[schema.format ?? ''] ?? 'text';
}

/** Returns the value that the control shows. Lists have items of text there. */
const toControl = (schema: FieldSchema, value: unknown): unknown =>
  typeOf(schema) === 'array' && Array.isArray(value) ? value.map(String) : (value ?? undefined);

/** Returns the value that is stored; null if the control is empty and the schema has no empty text. */
function toValue(schema: FieldSchema, value: unknown): unknown {
  const type = typeOf(schema);
  if (value === undefined || value === null || (value === '' && !allowsEmptyText(schema))) return null;
  if (type === 'array' && Array.isArray(value)) return value.map((item) => toNumber(schema.items, item));
  return toNumber(schema, value);
}

const allowsEmptyText = (schema: FieldSchema): boolean =>
  typeOf(schema) === 'string' && schema.format === undefined && (schema.enum?.includes('') ?? true);

/** Returns a number if the schema requires one and the text is one; otherwise the value, which the validation rejects. */
function toNumber(schema: FieldSchema = {}, value: unknown): unknown {
  const type = typeOf(schema);
  if (type !== 'integer' && type !== 'number') return value;
  const number = Number(value);
  return String(value).trim() === '' || Number.isNaN(number) ? value : number;
}

/** Returns the message for fields that have an error, for users who do not see the form. */
export const summaryOfErrors = (labels: readonly string[]): string =>
  // translators: %s: names of fields, separated by commas.
  sprintf(__('The entry cannot be saved while these fields are invalid: %s.'), labels.join(', '));
