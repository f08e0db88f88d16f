// Converts values to the types of parameters (protocol.md §4.2). The functions return undefined for a value that cannot be converted.

const blanks = '[ \\t\\n\\r\\v\\f]*';
const numeric = new RegExp(`^${blanks}[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?${blanks}$`);

/** Converts a number or numeric string, which may have a sign, leading zeros, a fraction, an exponent and surrounding whitespace. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  return typeof value === 'string' && numeric.test(value) ? Number(value) : undefined;
}

/** Returns an integer clamped to the safe range; −0 becomes 0. */
export const clampToSafeInteger = (number: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number)) + 0;

/** Returns a number clamped to the finite range, which JSON can represent; −0 becomes 0. */
export const clampToFinite = (number: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, number)) + 0;

/** Whether a number is an integer. Infinity counts as one, since it is clamped later. */
export const isIntegral = (number: number): boolean => Number.isInteger(number) || !Number.isFinite(number);

/** Converts true, false, 0 and 1, as such or as strings in any case. */
export function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 1) return value === 1;
  if (typeof value !== 'string' || value.length > 5) return undefined;
  const lowerCase = value.toLowerCase();
  if (lowerCase === 'true' || lowerCase === '1') return true;
  return lowerCase === 'false' || lowerCase === '0' ? false : undefined;
}

/**
 * Converts a value to an array. Accepts arrays, scalars (strings are split at commas and whitespace) and objects with only numeric
 * names. A string with more than `maxItems` items is split only as far as needed to detect that.
 */
export function toList(value: unknown, maxItems: number): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === true) return ['1'];
  if (value === false) return [];
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return splitItems(value, maxItems);
  if (!isObject(value)) return undefined;
  return Object.keys(value).every((name) => /^\d+$/.test(name)) ? Object.values(value) : undefined;
}

// Only the first item and the last can be empty.
const splitItems = (text: string, maxItems: number): string[] =>
  text.split(/[ \t\n\r\v\f,]+/, maxItems + 2).filter((item) => item !== '');

/** Converts a value to an object. Accepts objects, arrays (which get numeric names) and the empty string (an empty object). */
export function toProperties(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === '') return Object.create(null);
  if (Array.isArray(value)) return Object.assign(Object.create(null), value);
  return isObject(value) ? value : undefined;
}

/** Whether a value is an object and not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns JSON that is equal for equal values, regardless of the order of properties (protocol.md §4.4, uniqueItems). */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => (isObject(inner) ? sortedProperties(inner) : inner)) ?? 'undefined';

function sortedProperties(properties: Record<string, unknown>): Record<string, unknown> {
  const ordered: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(properties).sort()) ordered[name] = properties[name];
  return ordered;
}

/** Whether two converted values are deeply equal. */
export const areEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && one !== null && canonicalJson(one) === canonicalJson(other));
