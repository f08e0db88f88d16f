// Validates values in the files of a theme.

/** Error thrown when a theme is invalid. The message names the file and the problem. */
export class ThemeError extends Error {
  override readonly name = 'ThemeError';
}

/** Returns the value if it is an object. Otherwise throws ThemeError with the location. */
export function requireObject(value: unknown, location: string): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new ThemeError(`${location} must be an object`);
  return value as Readonly<Record<string, unknown>>;
}

/** Returns the value if it is an array, and an empty array if it is undefined. Otherwise throws ThemeError with the location. */
export function requireArray(value: unknown, location: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ThemeError(`${location} must be an array`);
  return value;
}

/** Returns the value if it is a string. Otherwise throws ThemeError with the location. */
export function requireString(value: unknown, location: string): string {
  if (typeof value !== 'string') throw new ThemeError(`${location} must be a string`);
  return value;
}
