// Declares what the stages of the pipeline receive: their dependencies and the identified request.
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Actor } from '../access/actor.ts';
import type { WorkScope } from '../workers/work-scope.ts';
import type { Sources } from './parameters/read-parameters.ts';
import type { PresentOutcome } from './present-outcome.ts';
import type { ApiRequest, ReserveBytes } from './request.ts';
import type { ErrorHandling } from './response.ts';
import type { RouteTable } from './routes.ts';
import type { Receive, Upload } from './upload.ts';

/** The caller of a request. */
export interface Identified {
  readonly actor: Actor;
  /** Whether the request has a browser session, so that the response must not be cached. */
  readonly hasSession?: boolean;
  /** A new nonce for the caller. */
  readonly nonce?: string;
}

/** Identifies callers. */
export interface Callers {
  /** Identifies the caller of a request whose parameters use this spelling. */
  identify(request: ApiRequest, spelling: Spelling): Promise<Identified>;
  /** Returns the actor with its current capabilities; undefined if its credentials are no longer valid. */
  renew(actor: Actor): Promise<Actor | undefined>;
}

/** Limits and a receiver for request bodies. */
export interface BodyReading {
  /** Maximum size of a buffered body and of a text in it, in bytes; absent for the defaults. */
  readonly maxBodyBytes?: number | undefined;
  readonly maxTextBytes?: number | undefined;
  /** Receives files; absent if the service has no file store. */
  readonly receive?: Receive | undefined;
}

/** Dependencies of serving requests at one mount. */
export interface ServeDeps {
  readonly table: RouteTable;
  readonly callers: Callers;
  readonly bodies: BodyReading;
  readonly presentOutcome: PresentOutcome;
  readonly errors: ErrorHandling;
  readonly caching: Caching;
}

/** Settings of caches of responses. */
export interface Caching {
  /** Returns the current version of the tracked tables. */
  readonly version: () => number;
  /** Whether the cache tags of responses to anonymous callers are collected. */
  readonly collectsTags: boolean;
}

/** The head of a request. */
export interface RequestHead {
  readonly method: string;
  /** The path below the REST root, without a trailing slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Request headers; names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The IP address of the client. */
  readonly from: string;
  /** The ID of the request in the log. */
  readonly id?: string | undefined;
}

/** The body of a request. */
export interface RequestBody {
  /** Parses body and query. Throws ApiError if one of them is invalid. */
  readonly read: () => Omit<Sources, 'path'> | Promise<Omit<Sources, 'path'>>;
  /** Receives the files of the request, storing or skipping them; absent if the body cannot contain any. */
  readonly receive?: ((shouldStore: boolean) => Promise<Upload>) | undefined;
  /** The raw body. */
  readonly raw?: Uint8Array;
}

/** Conditions under which a request is executed. */
export interface Execution {
  /** The client to which long reads are attributed, and their limits. */
  readonly work: WorkScope;
  /** Reserves memory for the response, as in the request. */
  readonly reserve?: ReserveBytes | undefined;
  /** The version of the tracked tables before anything was read for the request. */
  readonly version: number;
  /** Whether caches are bypassed, since they may lag behind the commit of another transaction. */
  readonly bypassesCache?: boolean;
  /** Whether the response becomes part of another one, so that it must be written as one string. */
  readonly isInOnePiece?: boolean;
  /** Records the end of a stage, if durations were requested. */
  readonly ended?: ((stage: string) => void) | undefined;
}

/** An identified request. */
export interface RequestContext {
  readonly head: RequestHead;
  readonly body: RequestBody;
  readonly actor: Actor;
  readonly execution: Execution;
}
