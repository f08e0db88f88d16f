// Caches complete responses to anonymous reads as bytes (docs/architecture.md, Caching).

import { type Changes, DependencyCache } from '../http/dependency-cache.ts';
import { encodeJson } from '../http/json-text.ts';
import type { ApiResponse, LinkFor, OpenStream, QueryReads } from '../http/request.ts';
import { etagOf } from '../http/state.ts';
import { Callers, type Connection, withDisconnectSignal } from './callers.ts';
import type { CrossOrigin } from './cross-origin.ts';
import type { SharedCacheLines } from './shared-caching.ts';

/** A response in the form in which it is sent. */
export interface PreparedResponse {
  readonly status: number;
  /** Pattern of the matched route. */
  readonly route: string | undefined;
  /** ID of the signed-in user. */
  readonly userId?: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the header lines that depend on the origin of the request. */
  readonly crossOrigin: CrossOrigin;
  /** The header lines: names and values alternate. */
  readonly lines: readonly string[];
  /** The body, as consecutive chunks. */
  readonly body: readonly Buffer[];
  /** Length of the body, in bytes. */
  readonly length: number;
  /** Strong ETag of these bytes, combined with the state of the item if the caller may change the item. */
  readonly etag: string;
  /** Whether the ETag identifies the state of an item, so that responses to writes include it. */
  readonly hasItemState?: boolean;
  /** Produces the body as a stream. */
  readonly stream?: OpenStream;
  /** Names of the query parameters that the response depends on. Default: all. */
  readonly queryReads?: QueryReads;
  /** Returns the `Link` header for another query, if it repeats the query of the request. */
  readonly linkFor?: LinkFor;
  /** Whether the response depends on more than the URL under which it would be cached. */
  readonly isPersonal?: boolean;
  /** The cache tags, if shared caches may store the response. */
  readonly tags?: readonly string[];
  /** The header lines for shared caches, which are part of `lines`. */
  readonly sharedCacheLines?: readonly string[];
}

/** Runs work whose reads may use a replica (Database.readFromReplicas). */
export type ReadFromReplicas = <T>(work: () => Promise<T>) => Promise<T>;

/** A response that is being produced. */
interface PendingResponse {
  readonly version: number;
  readonly response: Promise<PreparedResponse>;
  readonly callers: Callers;
}

/** An LRU cache of responses by URL, limited in bytes. */
export class ResponseCache {
  readonly #changes: Changes;
  readonly #pollChanges: () => void;
  readonly #cache: DependencyCache<PreparedResponse>;
  readonly #isEnabled: boolean;
  readonly #sharedCacheLines: SharedCacheLines | undefined;
  readonly #readFromReplicas: ReadFromReplicas;
  readonly #pending = new Map<string, PendingResponse>();
  #hits = 0;
  #misses = 0;

  /**
   * `pollChanges` detects changes by other processes. `maxBytes` is the size of the cache in bytes; 0 disables it. `sharedCacheLines` creates
   * the header lines of responses that shared caches may store; without it, they have none. `readFromReplicas` runs what produces a response:
   * only such reads, which are those of anonymous callers, may use a replica of the database.
   */
  constructor(
    changes: Changes,
    pollChanges: () => void,
    maxBytes: number,
    sharedCacheLines?: SharedCacheLines,
    readFromReplicas: ReadFromReplicas = (work) => work(),
  ) {
    this.#sharedCacheLines = sharedCacheLines;
    this.#readFromReplicas = readFromReplicas;
    this.#changes = changes;
    this.#pollChanges = pollChanges;
    this.#cache = new DependencyCache(changes, maxBytes);
    this.#isEnabled = maxBytes > 0;
  }

  /** Whether responses get header lines for shared caches. */
  get isShared(): boolean {
    return this.#sharedCacheLines !== undefined;
  }

  /** Returns the cached response for a URL, if it is still valid. */
  find(url: string): PreparedResponse | undefined {
    this.#pollChanges();
    const found = this.#cache.find(url);
    if (found) this.#hits += 1;
    else this.#misses += 1;
    return found;
  }

  /**
   * Produces the response for a URL only once for concurrent callers, so that an evicted response is not produced many times in parallel.
   * It is produced again if data has changed since production began, or if it is only for one client. `signal` aborts when the connections
   * of all callers are closed.
   */
  async produce(
    url: string,
    connection: Connection,
    produceFromPrimary: (signal: AbortSignal) => Promise<PreparedResponse>,
  ): Promise<PreparedResponse> {
    const produce = (signal: AbortSignal) => this.#readFromReplicas(() => produceFromPrimary(signal));
    if (!this.#isEnabled && !this.#sharedCacheLines) return withDisconnectSignal(connection, produce);
    this.#pollChanges();
    if (!this.#isEnabled) {
      const version = this.#changes.version();
      return this.#toShared(await withDisconnectSignal(connection, produce), version);
    }
    const pending = this.#pending.get(url);
    if (pending && !pending.callers.signal.aborted && !this.#changes.hasChangedSince(pending.version)) {
      const shared = await pending.callers.wait(connection, pending.response);
      // A response that is only for one client must not be shared.
      if (isShareable(shared) || connection.destroyed) return shared;
    }
    const version = this.#changes.version();
    const callers = new Callers();
    const response = produce(callers.signal).then((produced) => {
      const prepared = this.#toShared(produced, version);
      if (prepared.status === 200 && isShareable(prepared)) this.store(url, prepared, version);
      return prepared;
    });
    this.#pending.set(url, { version, response, callers });
    try {
      return await callers.wait(connection, response);
    } finally {
      if (this.#pending.get(url)?.response === response) this.#pending.delete(url);
    }
  }

  /**
   * Returns the response with the header lines for shared caches. A response that may have become outdated while it was produced has none:
   * a purge may have been sent already, so that shared caches would keep it.
   */
  #toShared(prepared: PreparedResponse, version: number): PreparedResponse {
    const { tags, status } = prepared;
    if (!this.#sharedCacheLines || !tags || status !== 200 || !isShareable(prepared)) return prepared;
    this.#pollChanges();
    if (this.#changes.haveTablesChangedSince(version, this.#cache.tablesSince(version))) return prepared;
    const sharedCacheLines = this.#sharedCacheLines(tags);
    const { tags: _, ...response } = prepared;
    return { ...response, sharedCacheLines, lines: [...prepared.lines, ...sharedCacheLines] };
  }

  /** Caches a response that was produced since a version, unless it is too large or a table that it depends on has changed since. */
  store(url: string, prepared: PreparedResponse, version: number): void {
    if (!this.#cache.isCacheable(prepared.length)) return;
    const joinedResponse = { ...prepared, body: [joinChunks(prepared)] };
    const size = prepared.length + overheadBytes + prepared.lines.reduce((sum, line) => sum + line.length, 0);
    this.#cache.store(url, joinedResponse, size, version, this.#cache.tablesSince(version));
  }

  /** Returns the current number and size (in bytes) of cached responses, and the number of hits and misses since the start. */
  statistics(): { readonly responses: number; readonly bytes: number; readonly hits: number; readonly misses: number } {
    const { items, bytes } = this.#cache.size;
    return { responses: items, bytes, hits: this.#hits, misses: this.#misses };
  }
}

const isShareable = ({ headers, isPersonal }: PreparedResponse): boolean =>
  !('Cache-Control' in headers) && isPersonal !== true;

/** Approximate size of a cached response besides its body and headers, in bytes: objects, hashes, bookkeeping. */
const overheadBytes = 1000;

/** Joins the chunks of a body in a separate allocation: `Buffer.concat` would retain a whole slab for a short body. */
function joinChunks({ body, length }: PreparedResponse): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of body) at += part.copy(bytes, at);
  return bytes;
}

/** Prepares a response for sending; the default content type is JSON. Its ETag is a hash of its bytes. */
export function prepareResponse(response: ApiResponse, crossOrigin: CrossOrigin): PreparedResponse {
  const { status, route, userId, headers, body = '', stream, queryReads, linkFor, state, tags } = response;
  const { body: parts, digest } = encodeJson(body);
  const length = parts.reduce((sum, each) => sum + each.length, 0);
  return {
    ...{ status, route, headers, crossOrigin, lines: headerLinesOf(headers), body: parts, length },
    etag: etagOf(digest, state),
    ...(userId !== undefined && { userId }),
    ...(state !== undefined && { hasItemState: true }),
    ...(stream && { stream }),
    ...(queryReads && { queryReads }),
    ...(linkFor && { linkFor }),
    ...(tags && { tags }),
  };
}

function headerLinesOf(headers: PreparedResponse['headers']): string[] {
  const lines = Object.entries(headers).flat();
  if (!('Content-Type' in headers)) lines.push('Content-Type', 'application/json; charset=UTF-8');
  return lines;
}

/** Returns the same response for a request with another query, which is repeated in its `Link` header. */
export function withQuery(prepared: PreparedResponse, query: string): PreparedResponse {
  if (!prepared.linkFor) return prepared;
  const headers = { ...prepared.headers, Link: prepared.linkFor(query) };
  return { ...prepared, headers, lines: [...headerLinesOf(headers), ...(prepared.sharedCacheLines ?? [])] };
}

/** Whether an `If-None-Match` value matches an ETag (RFC 9110 §13.1.2: weak comparison, `*` matches any). */
export const matchesEtag = (etag: string, header: string): boolean =>
  header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
