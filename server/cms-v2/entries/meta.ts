// Declared meta fields of entries (posts-and-pages.md §10).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Parameters } from '../../../contract/grammar/parameter.ts';
import { notesOf } from '../../../contract/grammar/schema.ts';
import type { Actor } from '../../access/actor.ts';
import { parseStoredObject, readStoredObject } from '../../database/stored-json.ts';
import { check } from '../../http/parameters/check.ts';
import { Refusal } from '../../refusal.ts';

export type Meta = Readonly<Record<string, unknown>>;

/** Stored meta fields; what is not stored, or damaged, has its declared default. */
export function readMeta(stored: string, declared: Parameters): Meta {
  const values = stored === '{}' ? {} : readStoredObject(stored);
  return Object.fromEntries(
    Object.entries(declared).map(([name, schema]) => [
      name,
      values[name] ?? (schema as { default?: unknown }).default ?? null,
    ]),
  );
}

/** Those of the stored meta fields whose former values revisions keep, an object in JSON. */
export function revisedMeta(type: ContentType, stored: string): string {
  const values = parseStoredObject(stored);
  const kept = Object.entries(values).filter(([name]) => {
    const schema = Object.hasOwn(type.meta, name) ? type.meta[name] : undefined;
    return schema !== undefined && notesOf(schema).revised === true;
  });
  return JSON.stringify(Object.fromEntries(kept));
}

/**
 * The meta fields to store: those sent of the declared ones, else those there were; null takes one away. Of those who may not
 * post any HTML `footnotes` are what was sent, filtered as their contents are.
 *
 * Throws Refusal 400 with the code of the rule that a value breaks (`rest_invalid_type` …).
 */
export function changedMeta(
  type: ContentType,
  sent: Meta | undefined,
  before: string,
  actor: Actor,
  footnotes: string,
): string {
  const values = parseStoredObject(before);
  for (const [name, value] of Object.entries(sent ?? {})) {
    const schema = Object.hasOwn(type.meta, name) ? type.meta[name] : undefined;
    if (!schema) continue;
    if (value === null) delete values[name];
    else values[name] = checked(schema, value, `meta.${name}`);
  }
  if (typeof values.footnotes === 'string' && sent?.footnotes !== undefined && !actor.can('unfiltered_html')) {
    values.footnotes = footnotes;
  }
  return JSON.stringify(values);
}

function checked(schema: Parameters[string], value: unknown, param: string): unknown {
  const verdict = check(schema, value, param);
  if ('value' in verdict) return verdict.value;
  const { code, message } = verdict.fault;
  throw new Refusal(code, 400, message, { additionalData: [{ param }] });
}
