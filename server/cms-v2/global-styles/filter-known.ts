// Removes unknown properties from styles and settings. Their values are not checked (templates-and-styles.md §8).

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Known properties of an object. Each accepts any value, accepts an object with known properties, or has a function that converts
 * its value.
 */
export interface KnownProperties {
  readonly [key: string]: true | KnownProperties | ((value: unknown) => unknown);
}

/** Whether a value is an object that is neither null nor an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Returns the known properties of an object. Omits nested objects without known properties, and other values where an object is
 * expected.
 */
export function filterKnown(value: unknown, known: KnownProperties): JsonObject {
  if (!isJsonObject(value)) return {};
  const filtered: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(value)) {
    const rule = Object.hasOwn(known, key) ? known[key] : undefined;
    const filteredValue = rule && filterValue(property, rule);
    if (filteredValue !== undefined) filtered[key] = filteredValue;
  }
  return filtered;
}

function filterValue(property: unknown, rule: KnownProperties[string]): unknown {
  if (rule === true) return property;
  if (typeof rule === 'function') return rule(property);
  const inner = filterKnown(property, rule);
  return Object.keys(inner).length > 0 ? inner : undefined;
}

/** Returns known properties that accept any value. Their names are separated by spaces. */
export const anyValueOf = (names: string): KnownProperties =>
  Object.fromEntries(names.split(' ').map((name) => [name, true]));
