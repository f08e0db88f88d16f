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
    const accepted = writesReadonly ? value : withStoredReadonly(schema, value, values[name]);
    if (accepted === null) delete values[name];
    // The rest of a deleted field is stored even if it lacks required properties.
    else if (value === null) values[name] = accepted;
    else values[name] = requireValid(schema, accepted, `meta.${name}`);
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
 * Returns the submitted value of a field. Of an object, read-only properties have their stored values, also if the field is deleted; the
 * result is null if it has no properties then.
 */
function withStoredReadonly(schema: Parameters[string], value: unknown, stored: unknown): unknown {
  const { properties = {} } = schema as { readonly properties?: Parameters };
  const names = Object.keys(properties).filter((name) => isReadonly(properties[name] as Parameters[string]));
  if (names.length === 0 || !(value === null || isObject(value))) return value;
  const retained = isObject(stored) ? names.filter((name) => Object.hasOwn(stored, name)) : [];
  const submitted = Object.entries(value ?? {}).filter(([name]) => !names.includes(name));
  const result = [...submitted, ...retained.map((name) => [name, (stored as Meta)[name]] as const)];
  return value === null && result.length === 0 ? null : Object.fromEntries(result);
}

function requireValid(schema: Parameters[string], value: unknown, param: string): unknown {
  const result = check(schema, value, param);
  if ('value' in result) return result.value;
  const { code, message } = result.error;
  throw new ApiError(code, 400, message, { additionalData: [{ param }] });
}
