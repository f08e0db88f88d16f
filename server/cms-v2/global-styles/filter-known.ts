// Filters styles and settings by known property names, not by values (templates-and-styles.md §8).

export type JsonObject = Readonly<Record<string, unknown>>;

/** The known properties of an object: any value, a nested object, or a function that converts the value. */
export interface KnownProperties {
  readonly [key: string]: true | KnownProperties | ((value: unknown) => unknown);
}

/** Whether a value is a plain object. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns the known properties, without objects that end up empty and values that should be objects but are not. */
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

/** Returns the space-separated property names as known, with any value. */
export const anyValueOf = (names: string): KnownProperties =>
  Object.fromEntries(names.split(' ').map((name) => [name, true]));
