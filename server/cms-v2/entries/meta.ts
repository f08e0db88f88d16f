// Reads and changes the declared meta fields of entries (posts-and-pages.md §10).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Parameters } from '../../../contract/grammar/parameter.ts';
import { schemaAnnotationsOf } from '../../../contract/grammar/schema.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import { parseStoredObject, readStoredObject } from '../../database/stored-json.ts';
import { check } from '../../http/parameters/check.ts';

export type Meta = Readonly<Record<string, unknown>>;

/** Returns the declared meta fields. A field without a stored value has its default or null; so have all fields if the JSON is damaged. */
export function readMeta(stored: string, declared: Parameters): Meta {
  const values = stored === '{}' ? {} : readStoredObject(stored, 'entries.meta');
  return Object.fromEntries(
    Object.entries(declared).map(([name, schema]) => [
      name,
      values[name] ?? ('default' in schema ? schema.default : undefined) ?? null,
    ]),
  );
}

/** Returns the stored meta fields that revisions record, as a JSON object. */
export function revisedMeta(type: ContentType, stored: string): string {
  const values = parseStoredObject(stored);
  const revised = Object.entries(values).filter(([name]) => {
    const schema = Object.hasOwn(type.meta, name) ? type.meta[name] : undefined;
    return schema !== undefined && schemaAnnotationsOf(schema).revised === true;
  });
  return JSON.stringify(Object.fromEntries(revised));
}

/**
 * Returns the meta fields to store: submitted fields that are declared, and the stored ones; null deletes a field. For callers
 * without `unfiltered_html`, the submitted footnotes are replaced with `footnotes`, their sanitized form.
 *
 * Fields, and properties of fields, with `readonly` are ignored like unknown ones (posts-and-pages.md §10), except in changes by the service
 * itself: by extensions, imports and commands.
 *
 * Throws ApiError 400 with the code of the rule that a value violates, such as `rest_invalid_type`.
 */
export function changedMeta(
  type: ContentType,
  input: Meta | undefined,
  before: string,
  actor: Actor,
  footnotes: string,
): string {
  const values = parseStoredObject(before);
  const writesReadonly = actor.credential.kind === 'internal';
  for (const [name, value] of Object.entries(input ?? {})) {
    const schema = Object.hasOwn(type.meta, name) ? type.meta[name] : undefined;
    if (!schema || (isReadonly(schema) && !writesReadonly)) continue;
    const stored = values[name];
    const submitted = writesReadonly ? value : withStoredReadonly(schema, value, stored);
    const valid = submitted === null ? null : requireValid(schema, submitted, `meta.${name}`);
    const accepted = writesReadonly ? valid : withDeletedReadonly(schema, valid, stored);
    if (accepted === null) delete values[name];
    else values[name] = accepted;
  }
  if (typeof values.footnotes === 'string' && input?.footnotes !== undefined && !actor.can('unfiltered_html')) {
    values.footnotes = footnotes;
  }
  return JSON.stringify(values);
}

const isReadonly = (schema: Parameters[string]): boolean => schemaAnnotationsOf(schema).readonly === true;

const isObject = (value: unknown): value is Meta =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the submitted value of a field, in which the read-only properties of objects have their stored values at every depth. A value that
 * was not submitted, or is null, is left as it is.
 */
function withStoredReadonly(schema: Parameters[string], value: unknown, stored: unknown): unknown {
  const nested = readonlyParts(schema);
  if (nested.length === 0 || !isObject(value)) return value;
  const result: Record<string, unknown> = { ...value };
  for (const [name, each] of nested) {
    const before = own(stored, name);
    const retained = isReadonly(each) ? before : withStoredReadonly(each, own(value, name), before);
    if (retained === undefined) delete result[name];
    else result[name] = retained;
  }
  return result;
}

/**
 * Returns a value of `withStoredReadonly`, in which objects that the request deletes retain their read-only properties. Such an object is
 * stored even if it lacks required properties.
 */
function withDeletedReadonly(schema: Parameters[string], value: unknown, stored: unknown): unknown {
  if (value !== null && value !== undefined && !isObject(value)) return value;
  const result: Record<string, unknown> = { ...value };
  for (const [name, each] of readonlyParts(schema)) {
    const before = own(stored, name);
    const retained = isReadonly(each) ? before : withDeletedReadonly(each, own(value, name), before);
    if (retained !== undefined) result[name] = retained;
  }
  return !isObject(value) && Object.keys(result).length === 0 ? value : result;
}

/** Returns the properties of an object that are read-only or contain some that are. */
const readonlyParts = (schema: Parameters[string]): [string, Parameters[string]][] =>
  Object.entries((schema as { readonly properties?: Parameters }).properties ?? {}).filter(
    ([, each]) => isReadonly(each) || readonlyParts(each).length > 0,
  );

const own = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

function requireValid(schema: Parameters[string], value: unknown, param: string): unknown {
  const result = check(schema, value, param);
  if ('value' in result) return result.value;
  const { code, message } = result.error;
  throw new ApiError(code, 400, message, { additionalData: [{ param }] });
}
