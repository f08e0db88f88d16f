// Validation of values in a theme's files.

/** An invalid theme; the message names the file and the problem. */
export class ThemeError extends Error {
  override readonly name = 'ThemeError';
}

/** Returns the value when it is an object. Throws ThemeError, which names the location. */
export function requireObject(value: unknown, location: string): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new ThemeError(`${location} must be an object`);
  return value as Readonly<Record<string, unknown>>;
}

/** Returns the value when it is an array; an empty one when it is undefined. Throws ThemeError, which names the location. */
export function requireArray(value: unknown, location: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ThemeError(`${location} must be an array`);
  return value;
}

/** Returns the value when it is a string. Throws ThemeError, which names the location. */
export function requireString(value: unknown, location: string): string {
  if (typeof value !== 'string') throw new ThemeError(`${location} must be a string`);
  return value;
}
