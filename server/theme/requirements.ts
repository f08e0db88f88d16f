// What the values of a theme's files must be.

/** Thrown where a theme cannot be used; the message says which file and why. */
export class ThemeFault extends Error {
  override readonly name = 'ThemeFault';
}

/** The value where it is an object. Throws ThemeFault that names its place. */
export function requireObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new ThemeFault(`${place} must be an object`);
  return value as Readonly<Record<string, unknown>>;
}

/** The value where it is a list; an empty one where it is not there. Throws ThemeFault that names its place. */
export function requireList(value: unknown, place: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ThemeFault(`${place} must be a list`);
  return value;
}

/** The value where it is text. Throws ThemeFault that names its place. */
export function requireText(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new ThemeFault(`${place} must be text`);
  return value;
}
