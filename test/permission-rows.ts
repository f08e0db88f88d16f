// Declares rows of permission tables, which contain the expected status for each caller.
import type { Caller } from './site.ts';

/** Callers in the order of the statuses of a row. */
export const callers = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
] as const satisfies readonly Caller[];

/** Expected statuses in the order of `callers`. 0 skips a caller who cannot own such a record. */
export type Row = readonly [number, number, number, number, number, number];

export const publicAccess: Row = [200, 200, 200, 200, 200, 200];
export const authenticated: Row = [401, 200, 200, 200, 200, 200];
/** Row of requests that are allowed for users who may create entries. */
export const writers: Row = [401, 403, 200, 200, 200, 200];
export const authors: Row = [401, 403, 403, 200, 200, 200];
export const editors: Row = [401, 403, 403, 403, 200, 200];
export const administrators: Row = [401, 403, 403, 403, 403, 200];
