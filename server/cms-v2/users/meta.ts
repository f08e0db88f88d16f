// Parses and merges the meta fields of users (users-and-comments.md §3.1, persisted_preferences).
import { userFields } from '../../../contract/cms-v2/users.ts';
import { ApiError } from '../../api-error.ts';
import { parseStoredObject, readStoredObject } from '../../database/stored-json.ts';
import { check } from '../../http/parameters/check.ts';

const registeredFields = Object.entries(userFields.meta.properties);

type Meta = Readonly<Record<string, unknown>>;

/**
 * Parses stored meta fields. Missing fields, and all fields if the JSON is not valid, are returned as empty objects
 * (contract/README.md, decision 17).
 */
export function readMeta(stored: string): Meta {
  const values = readStoredObject(stored, 'users.meta');
  return Object.fromEntries(registeredFields.map(([name]) => [name, values[name] ?? {}]));
}

/**
 * Returns the meta fields to store, as JSON. Submitted fields that are declared replace the stored ones; null deletes a field.
 *
 * Throws ApiError 400 with the error code of the schema check, such as `rest_invalid_type` or `rest_invalid_date`.
 */
export function mergeMeta(submitted: Meta | undefined, storedMeta: string): string {
  const values = parseStoredObject(storedMeta);
  for (const [name, schema] of registeredFields) {
    const value = submitted && Object.hasOwn(submitted, name) ? submitted[name] : undefined;
    if (value === null) delete values[name];
    else if (value !== undefined) values[name] = validateField(schema, value, `meta.${name}`);
  }
  return JSON.stringify(values);
}

function validateField(schema: (typeof registeredFields)[number][1], value: unknown, param: string): unknown {
  const result = check(schema, value, param);
  if ('value' in result) return result.value;
  const { code, message, data } = result.error;
  throw new ApiError(code, 400, message, data === null ? {} : { additionalData: [data] });
}
