// Selects the properties of a record by context and by `_fields`.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { type Context, schemaAnnotationsOf } from '../../contract/grammar/schema.ts';
import { type Convert, converterOf } from '../../contract/names/convert.ts';
import { nativeSpelling, type Spelling } from '../../contract/names/spelling.ts';
import { propertiesIn } from './json-scan.ts';
import { SerializedJson, toText } from './json-text.ts';
import { namesIn } from './names-in.ts';

/** A selected property of an object, whole or in part. */
export interface FieldSelection {
  /** The name as the contract declares it. */
  readonly name: string;
  /** The name in the response. */
  readonly outputName: string;
  /** Selected nested properties; absent if the whole property is selected. */
  readonly within?: readonly FieldSelection[];
  /** Converts names in a value that is selected whole; absent if it has no names to convert. */
  readonly convert?: Convert;
}

export interface Projection {
  /** The selected fields, in declared order. */
  readonly fields: readonly FieldSelection[];
  readonly fieldNames: ReadonlySet<string>;
  /** The names in `_fields`; undefined if all fields are selected. */
  readonly named: readonly string[] | undefined;
}

/** Cached projections by resource. Titles are not unique: two namespaces may have resources with the same title. */
const cache = new WeakMap<Resource, Map<string, Projection>>();

/** Maximum number of cached projections of a resource. */
const maxCachedProjections = 300;

/**
 * Returns the projection of a resource in a context, narrowed by the names of `_fields` (protocol.md §6), which use the given
 * spelling. A name with dots selects nested properties. Names cannot select fields that the context hides. Cached by resource,
 * context, spelling and names.
 */
export function projectionOf(
  resource: Resource,
  context: Context,
  named: readonly string[] | undefined,
  spelling: Spelling = nativeSpelling,
): Projection {
  const cachedOfResource = cache.get(resource) ?? new Map<string, Projection>();
  cache.set(resource, cachedOfResource);
  const key = `${spelling.id} ${context} ${named?.join() ?? '*'}`;
  const known = cachedOfResource.get(key);
  if (known) return known;
  const fields = selectFields(resource.fields, context, named, spelling);
  const made = { fields, fieldNames: new Set(fields.map((field) => field.name)), named };
  if (cachedOfResource.size >= maxCachedProjections) cachedOfResource.clear();
  cachedOfResource.set(key, made);
  return made;
}

function selectFields(
  fields: Parameters,
  context: Context,
  named: readonly string[] | undefined,
  spelling: Spelling,
): FieldSelection[] {
  return Object.entries(fields).flatMap(([name, schema]): FieldSelection[] => {
    if (!isVisible(schema, context)) return [];
    const outputName = spelling.name(name);
    const nested = named && nestedNames(named, outputName);
    if (named && !nested) return [];
    const convert = converterOf(schema, spelling);
    const whole = { name, outputName, ...(convert && { convert }) };
    const { properties, additionalProperties } = schema as {
      properties?: Parameters;
      additionalProperties?: unknown;
    };
    // Undeclared properties can be selected by name if the object allows them.
    if (!properties || additionalProperties || Object.keys(properties).length === 0)
      return [typeof nested === 'object' ? { ...whole, within: selectionsOf(nested) } : whole];
    const all = nested === 'all' || nested === undefined;
    return [{ name, outputName, within: selectFields(properties, context, all ? undefined : nested, spelling) }];
  });
}

function isVisible(schema: Parameters[string], context: Context): boolean {
  const { hidden, context: contexts } = schemaAnnotationsOf(schema);
  return !hidden && (contexts?.includes(context) ?? true);
}

/** Whether a projection includes the rendered HTML of a text field. Editors often request only the raw text. */
export function includesRendered({ fields }: Projection, name: string): boolean {
  const field = fields.find((each) => each.name === name);
  return field !== undefined && (field.within?.some((each) => each.name === 'rendered') ?? true);
}

/** Returns the selection for dotted names. */
const selectionsOf = (names: readonly string[]): FieldSelection[] =>
  [...new Set(names.map((name) => name.split('.', 1)[0] ?? ''))].map((name) => {
    const nested = nestedNames(names, name);
    return { name, outputName: name, ...(typeof nested === 'object' && { within: selectionsOf(nested) }) };
  });

/** Returns the selected names nested in a property, `all` if the whole property is selected, or undefined if it is not selected. */
export function nestedNames(named: readonly string[], name: string): 'all' | string[] | undefined {
  if (named.includes(name)) return 'all';
  const nested = named.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
  return nested.length > 0 ? nested : undefined;
}

/**
 * Returns the selected part of an object, or the items of an array that are selected by index, with the names of the response. Other
 * values are returned unchanged.
 */
export function project(value: unknown, { within, convert }: Omit<FieldSelection, 'name' | 'outputName'>): unknown {
  const spelled = convert ? convert(value) : value;
  if (!within || spelled === null || typeof spelled !== 'object') return spelled;
  const source: Record<string, unknown> = { ...spelled };
  const result: Record<string, unknown> = {};
  for (const selection of within)
    if (Object.hasOwn(source, selection.name))
      result[selection.outputName] = project(source[selection.name], selection);
  return asArrayOrObject(spelled, result);
}

/** Returns the selected items as an array if they are the first ones of an array, else as an object (protocol.md §6). */
function asArrayOrObject(source: object, selected: Record<string, unknown>): object {
  if (!Array.isArray(source)) return selected;
  return Object.keys(selected).every((name, at) => name === String(at)) ? Object.values(selected) : selected;
}

/** Returns the first 200 names in `_fields`; undefined if there are none (protocol.md §6). */
export function namesOfFields(value: unknown): readonly string[] | undefined {
  const names = namesIn(value);
  return names.length > 0 ? names.slice(0, 200) : undefined;
}

/** Narrows a plain object by `_fields`, for responses without declared fields (indexes, OPTIONS, batches). */
export function narrow(value: object, named: readonly string[] | undefined): object {
  if (!named) return value;
  if (value instanceof SerializedJson) return new SerializedJson(narrowJson(toText(value.json), named.map(escapeName)));
  const result: Record<string, unknown> = {};
  for (const [name, propertyValue] of Object.entries(value)) {
    const nested = nestedNames(named, name);
    if (nested === 'all') result[name] = propertyValue;
    else if (nested && propertyValue !== null && typeof propertyValue === 'object')
      result[name] = narrow(propertyValue, nested);
  }
  return asArrayOrObject(value, result);
}

/** Returns a name as it is escaped in JSON, without quotes. */
const escapeName = (name: string): string => JSON.stringify(name).slice(1, -1);

/** Narrows a serialized object or array like `narrow`. */
function narrowJson(json: string, named: readonly string[]): string {
  const selected = propertiesIn(json).flatMap(([name, propertyValue]): [string, string][] => {
    const nested = nestedNames(named, name);
    if (nested === 'all') return [[name, propertyValue]];
    return nested && /^[[{]/.test(propertyValue) ? [[name, narrowJson(propertyValue, nested)]] : [];
  });
  if (json.startsWith('[') && selected.every(([name], at) => name === String(at)))
    return `[${selected.map(([, propertyValue]) => propertyValue).join()}]`;
  return `{${selected.map(([name, propertyValue]) => `"${name}":${propertyValue}`).join()}}`;
}
