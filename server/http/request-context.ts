// Declares what the stages of the pipeline receive: their dependencies and the identified request.
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Actor } from '../access/actor.ts';
import type { WorkScope } from '../workers/work-scope.ts';
import type { ParameterCheckFactory } from './module.ts';
import type { Sources } from './parameters/read-parameters.ts';
import type { Present } from './presentation.ts';
import type { ReserveBytes } from './request.ts';
import type { ReportError, TranslateError } from './response.ts';
import type { RouteTable } from './routes.ts';
import type { Upload } from './upload.ts';

/** Dependencies of serving requests. */
export interface ServeDeps {
  readonly table: RouteTable;
  /** The spelling of the names in the table. */
  readonly spelling: Spelling;
  /** The URL of the REST root, without a trailing slash. */
  readonly rest: string;
  /** Returns the current version of the tracked tables. */
  readonly version: () => number;
  readonly checks: Readonly<Record<string, ParameterCheckFactory>>;
  readonly present: Present;
  /** The secret key for the states of items. */
  readonly key: string;
  /** Maximum size of a buffered body and of a text in it, in bytes; absent for the defaults. */
  readonly maxBodyBytes?: number | undefined;
  readonly maxTextBytes?: number | undefined;
  readonly report: ReportError;
  readonly translate: TranslateError;
  /** Returns the actor with its current capabilities; undefined if its credentials are no longer valid. */
  readonly renew: (actor: Actor) => Promise<Actor | undefined>;
}

/** An identified request. */
export interface RequestContext {
  readonly method: string;
  /** The path below the REST root, without a trailing slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Parses body and query. Throws ApiError if one of them is invalid. */
  readonly read: () => Omit<Sources, 'path'> | Promise<Omit<Sources, 'path'>>;
  /** Receives the files of the request, storing or skipping them; absent if the body cannot contain any. */
  readonly receive?: (shouldStore: boolean) => Promise<Upload>;
  /** Request headers; names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The raw body. */
  readonly raw?: Uint8Array;
  /** The IP address of the client. */
  readonly from: string;
  /** The ID of the request in the log. */
  readonly id?: string;
  /** The client to which long reads are attributed, and their limits. */
  readonly work: WorkScope;
  readonly version: number;
  /** Whether caches are bypassed, since they may lag behind the commit of another transaction. */
  readonly bypassesCache?: boolean;
  /** Reserves memory for the response, as in the request. */
  readonly reserve?: ReserveBytes;
  /** Whether the response becomes part of another one, so that it must be written as one string. */
  readonly isInOnePiece?: boolean;
  readonly actor: Actor;
  /** Records the end of a stage, if durations were requested. */
  readonly ended?: (stage: string) => void;
}
