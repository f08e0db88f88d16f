// Checks a value while the user types. The service checks it again.
import { __ } from '@wordpress/i18n';
import type { Setting } from '../../data/resources/settings.ts';
import { errorOf } from '../../data/validate-value.ts';
import { localTimeOf } from './format-date.ts';

/** Returns what is wrong with the value of a setting; undefined if it is valid. Null resets a setting, so it is valid. */
export function findError({ schema, control }: Setting, value: unknown): string | undefined {
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
