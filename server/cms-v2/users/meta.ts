// Declared meta fields of users (users-and-comments.md §3.1, persisted_preferences).
import { userFields } from '../../../contract/cms-v2/users.ts';
import { parseStoredObject, readStoredObject } from '../../database/stored-json.ts';
import { check } from '../../http/parameters/check.ts';
import { Refusal } from '../../refusal.ts';

const declared = Object.entries(userFields.meta.properties);

type Meta = Readonly<Record<string, unknown>>;

/** Stored meta fields; what is not stored, or damaged, is an empty object (contract/README.md, decision 17). */
export function readMeta(stored: string): Meta {
  const values = readStoredObject(stored);
  return Object.fromEntries(declared.map(([name]) => [name, values[name] ?? {}]));
}

/**
 * The meta fields to store: those sent of the declared ones, else those there were; null takes one away.
 *
 * Throws Refusal 400 with the code of the rule that a value breaks (`rest_invalid_type`, `rest_invalid_date` …).
 */
export function changedMeta(sent: Meta | undefined, before: string): string {
  const values = parseStoredObject(before);
  for (const [name, schema] of declared) {
    const value = sent && Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (value === null) delete values[name];
    else if (value !== undefined) values[name] = checked(schema, value, `meta.${name}`);
  }
  return JSON.stringify(values);
}

function checked(schema: (typeof declared)[number][1], value: unknown, param: string): unknown {
  const verdict = check(schema, value, param);
  if ('value' in verdict) return verdict.value;
  const { code, message, data } = verdict.fault;
  throw new Refusal(code, 400, message, data === null ? {} : { additionalData: [data] });
}
