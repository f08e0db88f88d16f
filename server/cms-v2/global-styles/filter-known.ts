// Removes unknown properties from styles and settings. The values of known properties are not checked, unless the property has a
// converter (templates-and-styles.md §8).

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Known properties of an object. Each accepts any value (true), accepts an object with known properties, or has a converter: a
 * function that returns the converted value, or undefined to remove the property.
 */
export interface KnownProperties {
  readonly [key: string]: true | KnownProperties | ((value: unknown) => unknown);
}

/** Whether a value is an object that is neither null nor an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Returns the known properties of an object; an empty object for any other value. Omits nested objects without known properties,
 * and properties whose value should be an object but is not.
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

/** Returns known properties that accept any value. `names` is separated by spaces. */
export const anyValueOf = (names: string): KnownProperties =>
  Object.fromEntries(names.split(' ').map((name) => [name, true]));
