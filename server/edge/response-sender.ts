// Sends prepared responses.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessLog } from './access-log.ts';
import { sendInternalError } from './error-responses.ts';
import { matchesEtag, type PreparedResponse } from './response-cache.ts';
import { WriteBatcher } from './write-batcher.ts';

/** Records a served request: method, route pattern, status, and duration in milliseconds. */
export type RecordRequest = (method: string, route: string, status: number, milliseconds: number) => void;

/** A sender of responses. It sends them when all concurrent requests have been served (docs/decisions/0010-batched-response-writes.md). */
export class ResponseSender {
  /**
   * Pending writes of cached responses. They are flushed before a new response is produced; writes of new responses are flushed then only
   * if they are late.
   */
  readonly #cachedWrites: WriteBatcher;
  readonly #newWrites: WriteBatcher;
  readonly #recordRequest: RecordRequest | undefined;
  readonly #accessLog: AccessLog | undefined;

  /** `onError` receives the error of a response that cannot be written. */
  constructor(onError: (error: unknown) => void, record?: RecordRequest, accessLog?: AccessLog) {
    this.#cachedWrites = new WriteBatcher(onError);
    this.#newWrites = new WriteBatcher(onError);
    this.#recordRequest = record;
    this.#accessLog = accessLog;
  }

  /** Sends a cached response. `startedAt` is the start time of its request, in milliseconds of `performance.now()`. */
  sendCached(request: IncomingMessage, response: ServerResponse, prepared: PreparedResponse, startedAt: number): void {
    this.#cachedWrites.add(() => write(request, response, prepared));
    this.record(request, prepared, startedAt);
  }

  /** Sends a new response. */
  sendNew(request: IncomingMessage, response: ServerResponse, prepared: PreparedResponse, startedAt: number): void {
    this.#newWrites.add(() => write(request, response, prepared));
    this.record(request, prepared, startedAt);
  }

  /**
   * Writes the cached responses that wait, and the new ones if they have waited for too long. Must be called before work that may take
   * long, so that finished responses do not wait for it.
   */
  flush(): void {
    this.#cachedWrites.flush();
    this.#newWrites.flushIfLate();
  }

  /** Records a served request. */
  record(request: IncomingMessage, prepared: PreparedResponse, startedAt: number): void {
    this.#accessLog?.describe(request, prepared);
    this.#recordRequest?.(
      request.method ?? '',
      prepared.route ?? 'none',
      prepared.status,
      performance.now() - startedAt,
    );
  }
}

/**
 * Writes a response. If that fails because of an invalid header or status, sends a 500, because the operation may have been
 * performed, and rethrows the error.
 */
function write(request: IncomingMessage, response: ServerResponse, prepared: PreparedResponse): void {
  try {
    writeOut(request, response, prepared);
  } catch (error) {
    sendInternalError(response);
    throw error;
  }
}

/** Writes a response, or a 304 if the client has it already. */
function writeOut(request: IncomingMessage, response: ServerResponse, prepared: PreparedResponse): void {
  const { method, headers } = request;
  const isSafe = method === 'GET' || method === 'HEAD';
  const isRead = isSafe && prepared.status === 200;
  const cacheable = isSafe && !('Cache-Control' in prepared.headers);
  const isNotModified =
    isRead && headers['if-none-match'] !== undefined && matchesEtag(prepared.etag, headers['if-none-match']);
  const lines = [...prepared.crossOrigin(request, cacheable), ...prepared.lines];
  if (isRead || (prepared.hasItemState && prepared.status < 300)) lines.push('ETag', prepared.etag);
  if (!isNotModified) lines.push('Content-Length', String(prepared.length));
  response.writeHead(isNotModified ? 304 : prepared.status, lines);
  const [body, ...more] = isNotModified || method === 'HEAD' ? [] : prepared.body;
  if (more.length === 0) return void response.end(body);
  // The chunks are sent together without being copied into one buffer.
  response.cork();
  response.write(body);
  for (const each of more) response.write(each);
  response.end();
  response.uncork();
}
