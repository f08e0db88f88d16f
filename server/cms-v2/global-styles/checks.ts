// Checks of parameters that a schema cannot express.

import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';

/** The checks that the contract refers to by name. */
export const stylesChecks: Record<string, ParameterCheckFactory> = {
  // An array counts as an object with unknown properties only, and so as empty (templates-and-styles.md §8, Update).
  'styles-object': () => (value, name, schema) => (Array.isArray(value) ? { value: {} } : check(schema, value, name)),
};
