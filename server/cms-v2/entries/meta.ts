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
  for (const [name, value] of Object.entries(input ?? {})) {
    const schema = Object.hasOwn(type.meta, name) ? type.meta[name] : undefined;
    if (!schema) continue;
    if (value === null) delete values[name];
    else values[name] = requireValid(schema, value, `meta.${name}`);
  }
  if (typeof values.footnotes === 'string' && input?.footnotes !== undefined && !actor.can('unfiltered_html')) {
    values.footnotes = footnotes;
  }
  return JSON.stringify(values);
}

function requireValid(schema: Parameters[string], value: unknown, param: string): unknown {
  const result = check(schema, value, param);
  if ('value' in result) return result.value;
  const { code, message } = result.error;
  throw new ApiError(code, 400, message, { additionalData: [{ param }] });
}
