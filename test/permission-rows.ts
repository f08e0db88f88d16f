// Rows of permission tables: the expected status for each caller.
import type { Caller } from './site.ts';

/** The callers, in the order of the statuses of a row. */
export const callers = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
] as const satisfies readonly Caller[];

/** Statuses in the order of `callers`; 0 skips a caller that cannot own such a record. */
export type Row = readonly [number, number, number, number, number, number];

export const publicAccess: Row = [200, 200, 200, 200, 200, 200];
export const authenticated: Row = [401, 200, 200, 200, 200, 200];
/** Users who may create entries of the type. */
export const writers: Row = [401, 403, 200, 200, 200, 200];
export const authors: Row = [401, 403, 403, 200, 200, 200];
export const editors: Row = [401, 403, 403, 403, 200, 200];
export const administrators: Row = [401, 403, 403, 403, 403, 200];
