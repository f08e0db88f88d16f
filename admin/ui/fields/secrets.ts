// Secrets in forms. A record contains only whether a secret is set (`password_set`). A change contains the new secret (`password`), or an
// empty string to remove it.
import { __, sprintf } from '@wordpress/i18n';
import { isSetName, labelOf, type ValueSchema, type Values } from './value-schema.ts';

type Schemas = Readonly<Record<string, ValueSchema>>;

/**
 * Returns why a stored secret must be entered again: a value with which it is used was changed, and the service sends it nowhere else.
 * Undefined if it need not be.
 */
export function boundErrorOf(schemas: Schemas, name: string, values: Values, stored: Values): string | undefined {
  const { boundTo = [] } = schemas[name] ?? {};
  if (stored[isSetName(name)] !== true || typeof values[name] === 'string') return undefined;
  const changed = boundTo.find((each) => JSON.stringify(values[each]) !== JSON.stringify(stored[each]));
  if (changed === undefined) return undefined;
  return sprintf(
    // translators: %1$s: name of a field, such as "Host".
    __(
      'You have changed “%1$s”. Enter this again, or remove it: it is only used with the “%1$s” for which it was set.',
    ),
    labelOf(changed, schemas[changed] ?? {}),
  );
}

/** Returns the names of the values that cannot be changed without entering a secret again, as a text. */
export const boundLabelsOf = (schemas: Schemas, { boundTo = [] }: ValueSchema): string =>
  boundTo.map((each) => `“${labelOf(each, schemas[each] ?? {})}”`).join(', ');

/** Returns a value without the secrets in it, so that it can be stored in the browser. */
export function withoutSecrets(schema: ValueSchema, value: unknown): unknown {
  const { properties } = schema;
  if (!properties || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => properties[name]?.writeOnly !== true));
}
