// Declares requests and responses independently of the HTTP server. The edge creates requests from sockets; tests and the command
// line create them directly.

import type { CpuBudget } from '../workers/work-scope.ts';
import type { Json } from './json-text.ts';

export interface ApiRequest {
  readonly method: string;
  /** The path below the REST root, with a leading slash: `/cms/v2/posts/5`. */
  readonly path: string;
  /** The raw query string, without the question mark. */
  readonly query: string;
  /** Request headers; names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The body, if its type may contain files: it is not buffered, and `body` is empty. It can be read once. */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** The IP address of the client. */
  readonly from: string;
  /** ID of the request in the log; absent if requests are not logged. */
  readonly id?: string | undefined;
  /** A signal that aborts when the client no longer waits for the response; absent for callers that always wait. */
  readonly signal?: AbortSignal | undefined;
  /** The CPU budget shared by requests that were sent together; absent for a single request. */
  readonly budget?: CpuBudget | undefined;
  /** Reserves memory for the response while it is built; absent if memory is not limited. */
  readonly reserve?: ReserveBytes;
}

/** Reserves memory for this many additional bytes of a response, and waits until that much is free. Throws ApiError 503 `rest_too_busy`. */
export type ReserveBytes = (bytes: number) => Promise<void>;

/**
 * Opens a response body that is generated while it is read, until the signal aborts. The next chunk is requested after the previous one was
 * written, so that chunks for a slow client do not accumulate in memory.
 */
export type OpenStream<Chunk = string | Uint8Array> = (signal: AbortSignal) => AsyncIterable<Chunk>;

export interface ApiResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The pattern of the matched route; undefined if no route matched. */
  readonly route: string | undefined;
  /** ID of the signed-in user. */
  readonly userId?: number;
  /** The body; undefined for HEAD. */
  readonly body: Json | undefined;
  /** A stream that is sent instead of `body`. */
  readonly stream?: OpenStream;
  /** The state of the item in the response, if the caller may change the item (state.ts). */
  readonly state?: string;
  /** Whether the JSON is indented, because the body of the request has `_pretty`. */
  readonly pretty?: boolean;
  /** Query parameters, besides the declared ones, that the response depends on; absent if it depends on the whole query. */
  readonly queryReads?: QueryReads;
  /** Creates the `Link` header of the response for another query, if the header repeats the query of the request (protocol.md §10). */
  readonly linkFor?: LinkFor;
  /** The cache tags (cache-tags.ts); absent if they are not collected, or if shared caches must not store the response. */
  readonly tags?: readonly string[];
}

/** Names of the query parameters that were read; `all` if the names of the query were enumerated. */
export type QueryReads = ReadonlySet<string> | 'all';

/** Creates a `Link` header that repeats a query. */
export type LinkFor = (query: string) => string;

/** Whether the body of a response is JSON, which is the default content type. */
export const isJson = ({ headers }: Pick<ApiResponse, 'headers'>): boolean =>
  headers['Content-Type']?.startsWith('application/json') ?? true;

/** Returns a path in the form in which it is matched with routes (protocol.md §2). */
export const withoutTrailingSlashes = (path: string): string => path.replace(/(.)\/+$/, '$1');

const emptyBody = new Uint8Array();

/** Creates a request with defaults for everything omitted; `json` becomes the body. For internal requests and tests. */
export function makeRequest(
  method: string,
  url: string,
  options: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly body?: Uint8Array;
    readonly stream?: AsyncIterable<Uint8Array>;
    readonly from?: string;
    readonly id?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly budget?: CpuBudget | undefined;
  } = {},
): ApiRequest {
  const at = url.indexOf('?');
  const json = options.json === undefined ? undefined : new TextEncoder().encode(JSON.stringify(options.json));
  return {
    method,
    path: at < 0 ? url : url.slice(0, at),
    query: at < 0 ? '' : url.slice(at + 1),
    headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...options.headers },
    body: json ?? options.body ?? emptyBody,
    ...(options.stream && { stream: options.stream }),
    from: options.from ?? '127.0.0.1',
    id: options.id,
    signal: options.signal,
    budget: options.budget,
  };
}
