// Validates comment parameters against rules that a schema cannot express (users-and-comments.md §5.3, Malformed values).

import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';

/** The parameter checks, keyed by their names in the contract. `comment-email` also accepts an empty email address. */
export const commentChecks: Record<string, ParameterCheckFactory> = {
  'comment-email': () => (value, name, schema) => (value === '' ? { value } : check(schema, value, name)),
};
