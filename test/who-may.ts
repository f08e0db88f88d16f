// Rows of tables that tell who may do something, and how everybody is answered.
import type { Person } from './site.ts';

/** Who asks, in the order of the statuses of a row. */
export const people = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
] as const satisfies readonly Person[];

/** Statuses for `people` in turn; 0: not asked, since nobody of that kind can be whose thing it is. */
export type Row = readonly [number, number, number, number, number, number];

export const everybody: Row = [200, 200, 200, 200, 200, 200];
export const signedIn: Row = [401, 200, 200, 200, 200, 200];
/** Those who write some kind of entry. */
export const writers: Row = [401, 403, 200, 200, 200, 200];
export const authors: Row = [401, 403, 403, 200, 200, 200];
export const editors: Row = [401, 403, 403, 403, 200, 200];
export const administrators: Row = [401, 403, 403, 403, 403, 200];
