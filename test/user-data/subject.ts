// What is written and read in one case of the test.
import type { MediaSite } from '../media-site.ts';
import type { Mount, PathValues } from './mount.ts';
import type { Draw } from './record.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of any resource.
export type Shown = any;
export type Body = Record<string, Shown>;

/** A writable resource: how a record of it comes about, where it is read, and how it is sent back. Paths are native ones. */
export interface Subject {
  readonly name: string;
  /** Writes a new record, or a new state of what is always there. */
  readonly create: readonly [method: string, path: string];
  /** Where the record is read, with its query; absent: where it is created. */
  readonly read?: readonly [method: string, path: string];
  /** Where the whole record is sent back; absent: by PUT to where it is read. */
  readonly sendBack?: readonly [method: string, path: string];
  /** Makes what the record needs, and names what its address needs. */
  prepare?(site: MediaSite, draw: Draw): Promise<PathValues>;
  /** What the declarations do not tell; in the names of a mount. `undefined` leaves a parameter out. */
  more?(draw: Draw, mount: Mount, values: PathValues): Body;
  /** Writes the record where JSON is not enough; absent: the body is sent as JSON. */
  send?(site: MediaSite, mount: Mount, body: Body, values: PathValues): Promise<{ status: number; body: Shown }>;
  /** Finds the new record, where the response to its creation does not show it. */
  findCreated?(mount: Mount, values: PathValues, made: Shown): Promise<Shown>;
  /** Names what the address of the new record needs; absent: its `id`. */
  valuesOf?(made: Shown): PathValues;
  /** What of a body the record shows, and where; absent: the body itself. */
  wanted?(body: Body): Body;
  /** The part of a response that is the record. */
  recordIn?(body: Shown, values: PathValues): Shown;
  /** What of a record is sent back, as clients do who keep it whole. */
  bodyOf?(record: Shown): Body;
  /** Places of the record whose values or keys are names of the contract: `type`, `meta.cms_pattern_sync_status`. */
  readonly names?: readonly string[];
  /** Places that sending back changes. */
  readonly changes?: readonly string[];
  /** The response to the creation does not show the record. */
  readonly showsNothing?: true;
  /** What deletes the record; absent: DELETE where it is read. */
  readonly remove?: string;
  /** The record is not deleted. */
  readonly stays?: true;
  /** The record is deleted before it is sent back, for nothing changes it. */
  readonly replaces?: true;
  /** Nobody writes texts in it, only names of the contract. */
  readonly hasNoTexts?: true;
  /** How often it is tried at most. */
  readonly maxRuns?: number;
}
