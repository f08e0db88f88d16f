// Checks of parameters that need more than a schema (users-and-comments.md §5.3, Malformed values).
import { check } from '../../http/parameters/check.ts';
import type { CheckMaker } from '../../http/room.ts';

/** The checks that declarations of comments name: an e-mail address may be empty where a comment is written. */
export const commentChecks: Record<string, CheckMaker> = {
  'comment-email': () => (value, name, schema) => (value === '' ? { value } : check(schema, value, name)),
};
