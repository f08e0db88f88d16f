// Writes the access log: one line for each request, without URLs, headers or bodies, which may contain secrets and personal data.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { clientClosedRequest } from './callers.ts';

/** Details of a request that its handler adds to the log line. */
export interface RequestFacts {
  /** Pattern of the matched route. */
  readonly route?: string | undefined;
  /** ID of the signed-in user. */
  readonly userId?: number | undefined;
}

/** A log of requests. Each request is logged when its response is complete or its connection closes. */
export class AccessLog {
  readonly #logger: Logger;
  readonly #minStatus: number;
  readonly #ids = new WeakMap<IncomingMessage, string>();
  readonly #facts = new WeakMap<IncomingMessage, RequestFacts>();
  /** Number of bytes written to each socket up to the end of its last response. */
  readonly #bytesLogged = new WeakMap<Socket, number>();

  /** Logs requests with a status of `minStatus` or higher, as `info`, regardless of the minimum level of `logger`. */
  constructor(logger: Logger, minStatus = 0) {
    this.#logger = logger.child({}, { level: 'info' });
    this.#minStatus = minStatus;
  }

  /** Returns the ID of a request, which is also its error ID if it fails unexpectedly. */
  idOf(request: IncomingMessage): string {
    const known = this.#ids.get(request);
    if (known !== undefined) return known;
    const id = crypto.randomUUID();
    this.#ids.set(request, id);
    return id;
  }

  /** Adds details about a request; later ones replace earlier ones. */
  describe(request: IncomingMessage, facts: RequestFacts): void {
    this.#facts.set(request, { ...this.#facts.get(request), ...facts });
  }

  /** Logs a request when its response is complete or its connection closes. Must be called before the response is written. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = performance.now();
    let isLogged = false;
    const log = () => {
      if (isLogged) return;
      isLogged = true;
      const bytes = this.#takeBytes(request.socket);
      const status = response.headersSent && bytes > 0 ? response.statusCode : clientClosedRequest;
      if (status < this.#minStatus) return;
      const { route = 'none', userId } = this.#facts.get(request) ?? {};
      const durationMs = Math.round((performance.now() - startedAt) * 1000) / 1000;
      const { method } = request;
      this.#logger.info(
        { method, route, status, durationMs, bytes, id: this.idOf(request), userId },
        'request completed',
      );
    };
    // The listener must run before the server's own 'finish' listener, which starts to write the next pipelined response.
    response.prependOnceListener('finish', log);
    response.once('close', log);
  }

  /** Returns the number of bytes that were written to a socket since its previous response. */
  #takeBytes(socket: Socket): number {
    const total = socket.bytesWritten;
    const bytes = total - (this.#bytesLogged.get(socket) ?? 0);
    this.#bytesLogged.set(socket, total);
    return bytes;
  }
}
