// Checks the parameters of global styles for a rule that a schema cannot express.

import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';

/** Parameter checks, keyed by the names that the contract uses. */
export const stylesChecks: Record<string, ParameterCheckFactory> = {
  // Treats an array as an empty object, because none of its keys is a known property (templates-and-styles.md §8, Update).
  'styles-object': () => (value, name, schema) => (Array.isArray(value) ? { value: {} } : check(schema, value, name)),
};
