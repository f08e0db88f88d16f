// Changes of objects: the properties that the user has changed, so that the others follow the record.
import type { ValueSchema } from './value-schema.ts';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Returns the declared properties of an object that differ from another one; of nested objects likewise. Properties of an `earlier` change
 * are included, too. Returns the whole value if the schema declares no properties, or one of the values is no object.
 */
export function changeOfValue(
  { properties }: ValueSchema,
  before: unknown,
  after: unknown,
  earlier?: unknown,
): unknown {
  if (!properties || !isObject(before) || !isObject(after)) return after;
  const changed = isObject(earlier) ? earlier : {};
  const isUnchanged = (name: string) =>
    after[name] === undefined || (!(name in changed) && JSON.stringify(after[name]) === JSON.stringify(before[name]));
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isUnchanged(name) ? [] : [[name, changeOfValue(schema, before[name], after[name], changed[name])]],
    ),
  );
}

/** Returns a value with a change that `changeOfValue` has returned for an earlier one. The order of its properties remains. */
export function changedValue({ properties }: ValueSchema, before: unknown, change: unknown): unknown {
  if (!properties || !isObject(before) || !isObject(change)) return change;
  return { ...before, ...mergedProperties({ properties }, before, change) };
}

/**
 * Returns a change as a request contains it: the changed properties of an object, which the service merges with the others. Objects in it are
 * complete, because the service replaces them.
 */
export const requestOfChange = ({ properties }: ValueSchema, before: unknown, change: unknown): unknown =>
  properties && isObject(before) && isObject(change) ? mergedProperties({ properties }, before, change) : change;

const mergedProperties = ({ properties = {} }: ValueSchema, before: Properties, change: Properties): Properties =>
  Object.fromEntries(
    Object.entries(change).map(([name, each]) => [name, changedValue(properties[name] ?? {}, before[name], each)]),
  );

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
