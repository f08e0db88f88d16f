// Merges, validates and presents settings of extensions. Secrets are neither returned nor sent elsewhere unnoticed.
import type { Parameters } from '../../../contract/grammar/parameter.ts';
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { boundNamesOf, isSecret, isSetName, propertiesOf } from '../../../contract/octavo-v1/extension-settings.ts';
import { ApiError } from '../../api-error.ts';
import { check } from '../../http/parameters/check.ts';
import { isObject } from '../../http/parameters/conversions.ts';

/** Values by the names of settings or of properties. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether a secret is set. An object that was stored before the secret was declared does not have it. */
const isSet = (value: unknown): boolean => value !== undefined && value !== '';

/** Returns values without their secrets. Instead of each secret, the result contains whether it is set: `password_set`. */
export const presentSettings = (schemas: Parameters, values: Values): Values =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const value = values[name];
      if (isSecret(schema)) return [isSetName(name), isSet(value)];
      const properties = propertiesOf(schema);
      return [name, properties && isObject(value) ? presentSettings(properties, value) : value];
    }),
  );

/** Returns the secrets of the values, so that the version of the settings changes with them. Never add the result to a response. */
export const secretsOf = (schemas: Parameters, values: Values): readonly unknown[] =>
  Object.entries(schemas).flatMap(([name, schema]) => {
    const value = values[name];
    const properties = propertiesOf(schema);
    if (isSecret(schema)) return [value];
    return properties && isObject(value) ? secretsOf(properties, value) : [];
  });

/**
 * Returns the submitted settings, in which objects have the properties that were not submitted from `current`.
 *
 * Throws ApiError 400 `rest_invalid_param` if a result does not match its schema, and 400 `rest_secret_required` if a secret is set, a
 * setting to which it is bound changes, and the secret was not submitted.
 */
export function mergeSettings(schemas: Parameters, current: Values, submitted: Values): Values {
  const merged: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(submitted)) {
    const schema = schemas[name];
    if (!schema) continue;
    const isMerged = propertiesOf(schema) !== undefined && isObject(input) && isObject(current[name]);
    const result = check(schema, isMerged ? { ...(current[name] as Values), ...input } : input, name);
    if ('error' in result) throw invalidSetting('rest_invalid_param', name, result.error.message);
    merged[name] = result.value;
  }
  requireSecrets(schemas, { current, next: { ...current, ...merged }, submitted });
  for (const [name, value] of Object.entries(merged)) {
    const properties = propertiesOf(schemas[name] as TSchema);
    const [before, input] = [current[name], submitted[name]];
    if (properties && isObject(before) && isObject(value) && isObject(input))
      requireSecrets(properties, { current: before, next: value, submitted: input }, name);
  }
  return merged;
}

interface Change {
  readonly current: Values;
  readonly next: Values;
  readonly submitted: Values;
}

/** Throws if a stored secret would be used with other values than those for which it was set. `setting` is the object that contains it. */
function requireSecrets(schemas: Parameters, { current, next, submitted }: Change, setting?: string): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isSecret(schema) || !isSet(current[name]) || Object.hasOwn(submitted, name)) continue;
    const changed = boundNamesOf(schema).find((each) => JSON.stringify(current[each]) !== JSON.stringify(next[each]));
    if (changed === undefined) continue;
    const [secret, other] = setting === undefined ? [name, changed] : [`${setting}[${name}]`, `${setting}[${changed}]`];
    const message = `Submit ${secret} again, or an empty string to delete it, when you change ${other}: it is only used with the value for which it was set.`;
    throw invalidSetting('rest_secret_required', setting ?? name, message);
  }
}

const invalidSetting = (code: string, name: string, message: string): ApiError =>
  new ApiError(code, 400, message, { data: { params: { [name]: message } } });

/** Returns the names of submitted settings; of objects, those of their submitted properties: `smtp.host`. */
export const namesOfSubmitted = (schemas: Parameters, submitted: Values): string[] =>
  Object.entries(submitted).flatMap(([name, input]) => {
    const schema = schemas[name];
    return schema && propertiesOf(schema) && isObject(input)
      ? Object.keys(input).map((property) => `${name}.${property}`)
      : [name];
  });
