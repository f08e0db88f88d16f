// Declares the type of a resource whose records are tested with round trips.
import type { MediaSite } from '../media-site.ts';
import type { Mount, PathValues } from './mount.ts';
import type { Draw } from './record.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of any resource.
export type PresentedRecord = any;
export type Body = Record<string, PresentedRecord>;

/** A writable resource, with the routes that create, read and update its records. Paths are native ones. */
export interface Subject {
  readonly name: string;
  /** Route that creates a record, or that updates an existing singleton. */
  readonly create: readonly [method: string, path: string];
  /** Route that reads the record, with its query; the route of `create` if absent. */
  readonly read?: readonly [method: string, path: string];
  /** Route that accepts the whole record; PUT to the read route if absent. */
  readonly resubmit?: readonly [method: string, path: string];
  /** Creates the records that the record depends on, and returns values for its path. */
  prepare?(site: MediaSite, draw: Draw): Promise<PathValues>;
  /** Returns values that cannot be generated from declarations, with the names of a mount. `undefined` omits a parameter. */
  more?(draw: Draw, mount: Mount, values: PathValues): Body;
  /** Submits the record in another format. If absent, the body is sent as JSON. */
  submit?(
    site: MediaSite,
    mount: Mount,
    body: Body,
    values: PathValues,
  ): Promise<{ status: number; body: PresentedRecord }>;
  /** Finds the new record if the response to its creation does not contain it. */
  findCreated?(mount: Mount, values: PathValues, made: PresentedRecord): Promise<PresentedRecord>;
  /** Returns values for the path of the new record; by default its `id`. */
  valuesOf?(made: PresentedRecord): PathValues;
  /** Returns the part of the input that the record must contain; by default the whole input. */
  expected?(body: Body): Body;
  /** Returns the record that a response contains; by default the whole body. */
  recordIn?(body: PresentedRecord, values: PathValues): PresentedRecord;
  /** Returns the input that submits a record again, as clients do that send complete records; by default the record. */
  bodyOf?(record: PresentedRecord): Body;
  /** Paths of properties whose values or keys are names of the contract, such as `type` or `meta.cms_pattern_sync_status`. */
  readonly namedPaths?: readonly string[];
  /** Names of the fields that change when the record is submitted again. */
  readonly changedFields?: readonly string[];
  /** Whether the response to the creation does not contain the record. */
  readonly isOmittedFromCreate?: true;
  /** Route that deletes the record; DELETE of the read route if absent. */
  readonly remove?: string;
  /** Whether the record is not deleted after the round trip. */
  readonly isRetained?: true;
  /** Whether the record is deleted before it is submitted again, because it cannot be updated. */
  readonly isReplaced?: true;
  /** Whether the record has only names of the contract, and no free texts. */
  readonly hasNoTexts?: true;
  /** Maximum number of round trips; unlimited if absent. */
  readonly maxRuns?: number;
}
