// Checks a value while the user types. The service checks it again.
import { __ } from '@wordpress/i18n';
import type { Setting } from '../../data/resources/settings.ts';
import { errorOf } from '../../data/validate-value.ts';
import { boundErrorOf } from '../../ui/fields/secrets.ts';
import { objectOf, type ValueSchema, type Values } from '../../ui/fields/value-schema.ts';
import { localTimeOf } from './format-date.ts';

/** The form of a group: its settings, the values in it, and those that the service has stored. */
interface GroupValues {
  readonly settings: readonly Setting[];
  readonly values: Values;
  readonly stored: Values;
}

/** Returns the schemas of settings with their labels, keyed by name. */
export const schemasOf = (settings: readonly Setting[]): Readonly<Record<string, ValueSchema>> =>
  Object.fromEntries(settings.map(({ name, label, schema }) => [name, { ...schema, title: label }]));

/** Returns what is wrong with the value of a setting; undefined if it is valid. Null resets a setting, so it is valid. */
export function findError(setting: Setting, { settings, values, stored }: GroupValues): string | undefined {
  const { name, schema, control } = setting;
  const value = values[name];
  if (schema.writeOnly) {
    const bound = boundErrorOf(schemasOf(settings), name, values, stored);
    if (bound !== undefined || value === '') return bound;
  }
  const { properties = {} } = schema;
  for (const property of Object.keys(properties)) {
    const bound = boundErrorOf(properties, property, objectOf(value), objectOf(stored[name]));
    if (bound !== undefined) return bound;
  }
  if (control === 'timezone' && typeof value === 'string' && value !== '' && localTimeOf(value, 0) === undefined)
    return __('Choose the name of a time zone, such as Europe/Berlin.');
  if (control === 'permalink' && typeof value === 'string') return findStructureError(value);
  return errorOf(schema, value, false);
}

function findStructureError(structure: string): string | undefined {
  if (!/^\/(?:[^/]+\/)+$/.test(structure)) return __('Begin and end with a slash, as in /%postname%/.');
  if (!/%(?:postname|post_id)%/.test(structure)) return __('Include %postname% or %post_id%.');
  return undefined;
}
