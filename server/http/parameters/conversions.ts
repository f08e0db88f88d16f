// What passes as a type and what it becomes (protocol.md §4.2). Each answers undefined for what does not pass.

const blanks = '[ \\t\\n\\r\\v\\f]*';
const numeric = new RegExp(`^${blanks}[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?${blanks}$`);

/** A number, or text that is one: sign, leading zeros, a fraction, an exponent and blanks around are fine. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  return typeof value === 'string' && numeric.test(value) ? Number(value) : undefined;
}

/** The whole number for storing: one beyond the exact range of numbers stays at its edge; −0 is 0. */
export const wholeWithin = (number: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number)) + 0;

/** The number for storing: infinity stays at the edge of what JSON can say. */
export const finite = (number: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, number)) + 0;

/** Whether a number has no fraction; infinity counts as whole, it is a clamped integer. */
export const isWhole = (number: number): boolean => Number.isInteger(number) || !Number.isFinite(number);

/** true, false, 0, 1 and the words for them in any case. */
export function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 1) return value === 1;
  if (typeof value !== 'string' || value.length > 5) return undefined;
  const word = value.toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
}

/**
 * A list; a scalar, split at commas and white space; an object whose names are all numbers. Of a text with more than `most`
 * pieces, no more are split off than tell so.
 */
export function toList(value: unknown, most: number): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === true) return ['1'];
  if (value === false) return [];
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return piecesOf(value, most);
  if (!isObject(value)) return undefined;
  return Object.keys(value).every((name) => /^\d+$/.test(name)) ? Object.values(value) : undefined;
}

// Only the first piece and the last can be empty.
const piecesOf = (text: string, most: number): string[] =>
  text.split(/[ \t\n\r\v\f,]+/, most + 2).filter((piece) => piece !== '');

/** An object; a list, as an object with numeric names; the empty text, as one without members. */
export function toMembers(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === '') return Object.create(null);
  if (Array.isArray(value)) return Object.assign(Object.create(null), value);
  return isObject(value) ? value : undefined;
}

/** Whether it is an object with members, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same text for the same value, whatever the order of its members (protocol.md §4.4, uniqueItems). */
export const inOneForm = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => (isObject(inner) ? sorted(inner) : inner)) ?? 'undefined';

function sorted(members: Record<string, unknown>): Record<string, unknown> {
  const ordered: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(members).sort()) ordered[name] = members[name];
  return ordered;
}

/** Whether two converted values are the same: of one type, equal in all members. */
export const areEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && one !== null && inOneForm(one) === inOneForm(other));
