// A subject of the round-trip test.
import type { MediaSite } from '../media-site.ts';
import type { Mount, PathValues } from './mount.ts';
import type { Draw } from './record.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of any resource.
export type PresentedRecord = any;
export type Body = Record<string, PresentedRecord>;

/** A writable resource, with the routes that create, read and update its records. Paths are native ones. */
export interface Subject {
  readonly name: string;
  /** Creates a record, or updates an existing singleton. */
  readonly create: readonly [method: string, path: string];
  /** Route that reads the record, with its query; the route of `create` if absent. */
  readonly read?: readonly [method: string, path: string];
  /** Route that accepts the whole record; PUT to the read route if absent. */
  readonly resubmit?: readonly [method: string, path: string];
  /** Creates what the record depends on, and returns values for its path. */
  prepare?(site: MediaSite, draw: Draw): Promise<PathValues>;
  /** Returns values that the declarations do not determine, in the names of a mount. `undefined` omits a parameter. */
  more?(draw: Draw, mount: Mount, values: PathValues): Body;
  /** Submits the record if JSON is not sufficient; by default the body is sent as JSON. */
  submit?(
    site: MediaSite,
    mount: Mount,
    body: Body,
    values: PathValues,
  ): Promise<{ status: number; body: PresentedRecord }>;
  /** Finds the new record if the response to its creation does not contain it. */
  findCreated?(mount: Mount, values: PathValues, made: PresentedRecord): Promise<PresentedRecord>;
  /** Returns the path values of the new record; its `id` by default. */
  valuesOf?(made: PresentedRecord): PathValues;
  /** Returns the part of an input that the record must contain; the whole input by default. */
  expected?(body: Body): Body;
  /** Returns the record in a response. */
  recordIn?(body: PresentedRecord, values: PathValues): PresentedRecord;
  /** Returns the input that submits a record again, as clients do that store it completely. */
  bodyOf?(record: PresentedRecord): Body;
  /** Paths in the record whose values or keys are names of the contract: `type`, `meta.cms_pattern_sync_status`. */
  readonly namedPaths?: readonly string[];
  /** Paths that change when the record is submitted again. */
  readonly changedFields?: readonly string[];
  /** Whether the response to the creation does not contain the record. */
  readonly isOmittedFromCreate?: true;
  /** Route that deletes the record; DELETE of the read route if absent. */
  readonly remove?: string;
  /** Whether the record is not deleted. */
  readonly isRetained?: true;
  /** Whether the record is deleted before it is submitted again, because it cannot be updated. */
  readonly isReplaced?: true;
  /** Whether the record has no free texts, only names of the contract. */
  readonly hasNoTexts?: true;
  /** Maximum number of runs. */
  readonly maxRuns?: number;
}
