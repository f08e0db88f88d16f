// Checks of parameters that need more than a schema.
import { check } from '../../http/parameters/check.ts';
import { fault } from '../../http/parameters/faults.ts';
import type { CheckMaker } from '../../http/room.ts';
import { isThemeName } from './template-id.ts';

/** The checks that declarations of templates name. */
export const templateChecks: Record<string, CheckMaker> = {
  // A theme need not be there, but what is stored for it must be found by its address.
  'theme-name': () => (value, name, schema) => {
    const verdict = check(schema, value, name);
    if ('fault' in verdict || verdict.value === '' || isThemeName(String(verdict.value))) return verdict;
    return fault('rest_invalid_pattern', `${name} must be the name of a theme.`);
  },
};
