// A request and its answer, free of HTTP's machinery: the edge makes them of sockets, tests and the command line by hand.

import type { CpuBudget } from '../workers/work-scope.ts';
import type { Json } from './json-text.ts';

export interface Request {
  readonly method: string;
  /** Below the REST root, beginning with a slash: `/cms/v2/posts/5`. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** A body of a type that may carry files: it is not held in memory, and `body` is empty. Read once, or not at all. */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** The sender's address. */
  readonly from: string;
  /** Aborts once nobody waits for the answer any more; absent: somebody always does. */
  readonly signal?: AbortSignal | undefined;
  /** The CPU budget that requests sent together share; absent: the request was sent alone. */
  readonly budget?: CpuBudget | undefined;
  /** Told how many bytes of the response come into memory while it is built; absent: nobody counts. */
  readonly hold?: HoldBytes;
}

/** Waits for room for so many more bytes of a response. Throws Refusal 503 `rest_too_busy`. */
export type HoldBytes = (bytes: number) => Promise<void>;

/**
 * Begins a body that goes on for as long as it is read, or until the signal ends it. The next part is asked for when the one
 * before is on its way, so that what a slow reader does not take is not made.
 */
export type OpenStream = (ending: AbortSignal) => AsyncIterable<string>;

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The pattern of the route that was asked for; undefined: none was found. */
  readonly route: string | undefined;
  /** Undefined: no body (HEAD). */
  readonly body: Json | undefined;
  /** What is sent in place of a body. */
  readonly stream?: OpenStream;
  /** The state of the item that it shows, for a sender who may change it (state.ts). */
  readonly state?: string;
  /** It is written for people to read, as the body of its request asks. */
  readonly pretty?: boolean;
  /** The names of the query that it depends on, beside the declared ones; absent: all of it. */
  readonly queryReads?: QueryReads;
  /** Makes its `Link` header for another query, where it repeats that of the request (protocol.md §10). */
  readonly linkFor?: LinkFor;
}

/** The names that something has read from the query of a request; `all` where it has looked at which names there are. */
export type QueryReads = ReadonlySet<string> | 'all';

/** Makes a `Link` header that repeats a query. */
export type LinkFor = (query: string) => string;

/** Whether an answer's body is JSON, as it is where its headers name nothing else. */
export const isJson = ({ headers }: Pick<Answer, 'headers'>): boolean =>
  headers['Content-Type']?.startsWith('application/json') ?? true;

/** A path as routes are matched with it (protocol.md §2). */
export const withoutTrailingSlashes = (path: string): string => path.replace(/(.)\/+$/, '$1');

const nothing = new Uint8Array();

/** A request with what is not given left empty; `json` becomes the body. For callers inside the house and tests. */
export function makeRequest(
  method: string,
  address: string,
  more: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly body?: Uint8Array;
    readonly stream?: AsyncIterable<Uint8Array>;
    readonly from?: string;
    readonly signal?: AbortSignal | undefined;
    readonly budget?: CpuBudget | undefined;
  } = {},
): Request {
  const at = address.indexOf('?');
  const json = more.json === undefined ? undefined : new TextEncoder().encode(JSON.stringify(more.json));
  return {
    method,
    path: at < 0 ? address : address.slice(0, at),
    query: at < 0 ? '' : address.slice(at + 1),
    headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...more.headers },
    body: json ?? more.body ?? nothing,
    ...(more.stream && { stream: more.stream }),
    from: more.from ?? '127.0.0.1',
    signal: more.signal,
    budget: more.budget,
  };
}
