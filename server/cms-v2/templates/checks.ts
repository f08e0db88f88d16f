// Checks template parameters for a rule that a schema cannot express.

import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { validationError } from '../../http/parameters/validation-error.ts';
import { isThemeName } from './template-id.ts';

/** Parameter checks, keyed by the names that the contract uses. */
export const templateChecks: Record<string, ParameterCheckFactory> = {
  // The theme need not exist, but its name must be valid in URLs of templates.
  'theme-name': () => (value, name, schema) => {
    const result = check(schema, value, name);
    if ('error' in result || result.value === '' || isThemeName(String(result.value))) return result;
    return validationError('rest_invalid_pattern', `${name} must be a valid theme name.`);
  },
};
