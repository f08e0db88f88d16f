// Checks of parameters that need more than a schema.
import { check } from '../../http/parameters/check.ts';
import type { CheckMaker } from '../../http/room.ts';

/** The checks that declarations of global styles name. */
export const stylesChecks: Record<string, CheckMaker> = {
  // A list is an object whose members have numbers for names: none of them is known (templates-and-styles.md §8, Update).
  'styles-object': () => (value, name, schema) => (Array.isArray(value) ? { value: {} } : check(schema, value, name)),
};
