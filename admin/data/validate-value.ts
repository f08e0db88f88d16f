// Validates values against their schemas, with messages for users. The service validates them again.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { FieldSchema } from './resources/schemas.ts';

/** Returns the error of a value; undefined if it is valid. A missing value is an error only if it is required. */
export function errorOf(schema: FieldSchema, value: unknown, isRequired: boolean): string | undefined {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    if (isRequired) return __('Enter a value.');
    if (value === null || value === undefined) return undefined;
  }
  if (schema.enum && !schema.enum.includes(value)) return __('Select one of the values.');
  if (Array.isArray(value)) return errorOfList(schema, value);
  if (typeof value === 'string') return errorOfText(schema, value);
  if (typeof value === 'number') return errorOfNumber(schema, value);
  if (typeof value === 'object') return errorOfObject(schema, { ...value });
  return undefined;
}

/** Returns the first error of a property. An empty text is a value: its schema says whether it is valid. */
function errorOfObject(schema: FieldSchema, values: Readonly<Record<string, unknown>>): string | undefined {
  const { properties = {}, additionalProperties = {}, required } = schema;
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name) && values[name] === null;
  const schemas = {
    ...Object.fromEntries(Object.keys(values).map((name) => [name, additionalProperties])),
    ...properties,
  };
  for (const [name, each] of Object.entries(schemas)) {
    if (each.writeOnly && values[name] === '') continue;
    const error = errorOf(each, values[name], isRequired(name));
    // translators: 1: a value, 2: what is wrong with it.
    if (error !== undefined) return sprintf(__('%1$s: %2$s'), each.title ?? name, error);
  }
  return undefined;
}

function errorOfList({ items = {}, minItems = 0, maxItems, uniqueItems }: FieldSchema, values: readonly unknown[]) {
  // translators: %d: number of values.
  if (values.length < minItems)
    return sprintf(_n('Enter at least %d value.', 'Enter at least %d values.', minItems), minItems);
  if (maxItems !== undefined && values.length > maxItems)
    // translators: %d: number of values.
    return sprintf(_n('Enter at most %d value.', 'Enter at most %d values.', maxItems), maxItems);
  if (uniqueItems && new Set(values.map((each) => JSON.stringify(each))).size < values.length)
    return __('Enter each value only once.');
  for (const [index, value] of values.entries()) {
    const error = errorOf(items, value, true);
    const name = typeof value === 'object' ? String(index + 1) : String(value);
    // translators: 1: a value, 2: what is wrong with it.
    if (error !== undefined) return sprintf(__('%1$s: %2$s'), name, error);
  }
  return undefined;
}

function errorOfText(schema: FieldSchema, text: string): string | undefined {
  const { type = [], format, pattern, minLength = 0, maxLength } = schema;
  const types = [type].flat();
  if (types.length > 0 && !types.includes('string')) return __('Enter a number.');
  // The service counts characters, not UTF-16 units.
  const { length } = [...text];
  if (length < minLength)
    // translators: %d: number of characters.
    return sprintf(_n('Enter at least %d character.', 'Enter at least %d characters.', minLength), minLength);
  if (maxLength !== undefined && length > maxLength)
    // translators: %d: number of characters.
    return sprintf(_n('Enter at most %d character.', 'Enter at most %d characters.', maxLength), maxLength);
  if (pattern !== undefined && !matches(pattern, text)) return __('The value does not have the required form.');
  if (format === 'email' && !/^[^@\s]+@[^@\s]+$/.test(text)) return __('Enter an email address.');
  return format === 'uri' && !URL.canParse(text) ? __('Enter a URL, such as https://example.org.') : undefined;
}

/** Whether a text matches a pattern. A pattern that browsers do not know is left to the service. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function errorOfNumber(schema: FieldSchema, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if ([schema.type].flat().includes('integer') && !Number.isInteger(value)) return __('Enter a whole number.');
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum))
    // translators: %s: a number.
    return sprintf(exclusiveMinimum ? __('Enter a number above %s.') : __('Enter a number from %s.'), String(minimum));
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum))
    // translators: %s: a number.
    return sprintf(exclusiveMaximum ? __('Enter a number below %s.') : __('Enter a number up to %s.'), String(maximum));
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
    // translators: %s: a number.
    return sprintf(__('Enter a multiple of %s.'), String(multipleOf));
  return undefined;
}
