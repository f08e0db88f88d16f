// Checks of comment parameters that a schema cannot express (users-and-comments.md §5.3, Malformed values).

import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';

/** The checks that the contract refers to by name. When a comment is written, its e-mail address may be empty. */
export const commentChecks: Record<string, ParameterCheckFactory> = {
  'comment-email': () => (value, name, schema) => (value === '' ? { value } : check(schema, value, name)),
};
