// Sends streaming responses at the pace of their clients, and ends them when the service stops.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenStream } from '../http/request.ts';
import { sendInternalError } from './error-responses.ts';
import type { PreparedResponse } from './response-cache.ts';

/** Maximum time for which a client may stall before it is disconnected, in milliseconds. */
const defaultStallTimeoutMs = 30_000;

/** All active streams. */
export class Streams {
  readonly #active = new Set<AbortController>();
  readonly #onError: (error: unknown) => void;
  readonly #stallTimeoutMs: number;
  #ended = false;

  constructor(onError: (error: unknown) => void, stallTimeoutMs = defaultStallTimeoutMs) {
    this.#onError = onError;
    this.#stallTimeoutMs = stallTimeoutMs;
  }

  /** Sends the head of a response that has a stream, as the response to a HEAD request. */
  sendHead(request: IncomingMessage, response: ServerResponse, { lines, status, crossOrigin }: PreparedResponse): void {
    response.writeHead(status, [...crossOrigin(request, false), ...lines]).end();
  }

  /** Sends the head of a response, and then its stream until the stream ends, or the client disconnects or stalls for too long. */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    { lines, status, crossOrigin }: PreparedResponse,
    open: OpenStream,
  ) {
    // If the client disconnected while the response was produced, the `close` event has already been emitted.
    if (response.destroyed) return;
    const ending = new AbortController();
    this.#active.add(ending);
    response.on('close', () => ending.abort());
    if (this.#ended) ending.abort();
    try {
      response.writeHead(status, [...crossOrigin(request, false), ...lines]);
    } catch (error) {
      this.#active.delete(ending);
      sendInternalError(response);
      return this.#onError(error);
    }
    response.flushHeaders();
    this.#pump(response, open, ending.signal, lines.includes('Content-Length'))
      .catch((error: unknown) => {
        response.destroy();
        if (!ending.signal.aborted) this.#onError(error);
      })
      .finally(() => this.#active.delete(ending));
  }

  /** Ends all streams, current and future ones, after the chunks that were already sent. */
  end(): void {
    this.#ended = true;
    for (const each of this.#active) each.abort();
  }

  /** `hasLength`: whether the client knows the length, so that it must not mistake a part for the whole. */
  async #pump(response: ServerResponse, open: OpenStream, ending: AbortSignal, hasLength: boolean): Promise<void> {
    for await (const chunk of open(ending)) {
      if (ending.aborted) break;
      if (response.write(chunk)) continue;
      const tooLong = AbortSignal.timeout(this.#stallTimeoutMs);
      await once(response, 'drain', { signal: AbortSignal.any([ending, tooLong]) }).catch((error: unknown) => {
        if (!ending.aborted) throw error;
      });
    }
    if (ending.aborted && hasLength) response.destroy();
    else response.end();
  }
}
