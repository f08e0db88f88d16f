// Declares the dependencies of the edge.

import type { Logger } from 'pino';
import type { ApiError } from '../api-error.ts';
import type { FileStore } from '../files/store.ts';
import type { ReportError, TranslateError } from '../http/response.ts';
import type { PageHandler } from '../page-layout/page.ts';
import type { AccessLog } from './access-log.ts';
import type { AdminDeps } from './admin/admin-routes.ts';
import type { Paces } from './connections.ts';
import type { Draining } from './draining.ts';
import type { HandleMcp } from './mcp/handle-mcp.ts';
import type { Mount } from './mounts.ts';
import type { Pages } from './pages.ts';
import type { ResponseCache } from './response-cache.ts';
import type { RecordRequest } from './response-sender.ts';
import type { ScreenDeps } from './screens.ts';

/** The admin, and the mount that only the admin uses. */
export interface ServedAdmin extends AdminDeps {
  readonly mount: Mount;
}

/** The API as the edge serves it. */
export interface EdgeApi {
  /** The mounts: the native one and, if served, the compatible one. */
  readonly mounts: readonly [Mount, ...Mount[]];
  /** The admin with its own mount. Default: none. */
  readonly admin?: ServedAdmin;
  /** Origins whose pages may send credentials. */
  readonly origins: readonly string[];
  /** Cache of complete responses to anonymous reads. */
  readonly cache: ResponseCache;
  /** Returns the API error for an error of the storage. Without it, all errors are internal. */
  readonly translate?: TranslateError;
  /** Reports an unexpected error outside of the pipeline. Default: it is logged. */
  readonly report?: ReportError;
}

/** Functions that return whether the service can serve requests. */
export interface Availability {
  /** Returns the names of what the service is waiting for before it can serve requests; none if it is ready. */
  readonly findObstacles: () => Promise<readonly string[]>;
  /** Returns the error with which all requests except probes fail; undefined if they are served. Default: they are served. */
  readonly findOutage?: () => ApiError | undefined;
}

/** Handlers of requests outside of the API. */
export interface EdgeHandlers {
  readonly pages: Pages;
  /** The store of uploaded files. */
  readonly files: FileStore;
  readonly availability: Availability;
  /** Screens for users who sign in. Default: none. */
  readonly screens?: ScreenDeps;
  /** Serves the pages of entries. Default: none. */
  readonly servePage?: PageHandler;
  /** Handles requests of MCP clients. Default: no endpoint. */
  readonly handleMcp?: HandleMcp;
}

/** Receivers of requests and errors. */
export interface EdgeObservers {
  readonly logger: Logger;
  /**
   * Called after each request to the API, an entry page or the MCP endpoint, with method, route pattern, status and duration in
   * milliseconds.
   */
  readonly recordRequest?: RecordRequest | undefined;
  /** The access log. Default: none. */
  readonly accessLog?: AccessLog | undefined;
}

export interface EdgeLimits {
  /** Maximum size of a body that is read into memory, in bytes. */
  readonly maxBodyBytes?: number;
  /** Memory for responses that are being produced or sent, in bytes. Default: 128 MiB. */
  readonly responseMemory?: number;
  /** Minimum paces of clients. */
  readonly paces?: Paces;
}

export interface EdgeDeps {
  readonly api: EdgeApi;
  readonly handlers: EdgeHandlers;
  readonly observers: EdgeObservers;
  readonly limits?: EdgeLimits;
  /** Addresses and networks of trusted proxies, whose forwarding headers are used. Default: none. */
  readonly proxies?: readonly string[];
  /** Closes the listening sockets when the service stops. Default: they close with the HTTP server. */
  readonly draining?: Draining;
}
