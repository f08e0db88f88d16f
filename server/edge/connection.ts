// Serves the requests of one connection in order, including pipelined ones, and closes it when its client makes no
// progress.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rejectSlow } from './error-responses.ts';

/** Number of requests that may wait on one connection before its socket is paused. */
const maxQueued = 16;

/** Number of waiting requests at which a connection is closed: more than any client's requests in one read of 64 KB. */
const maxPipelined = 1000;

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Serves a request. `isLast` is whether no further request is waiting on its connection. */
export type Serve = (exchange: Exchange, isLast: boolean) => void;

/** Minimum progress of clients. The total time for a request body is not limited: a large body may arrive over a slow connection. */
export interface Pace {
  /** Minimum number of bytes of a body in each period. */
  readonly minBodyBytes: number;
  readonly bodyPeriodMs: number;
  /** Maximum time for which the rest of a request body is discarded after the response. */
  readonly discardMs: number;
  /** Maximum time without progress in reading a pending response. */
  readonly unreadMs: number;
  /** Minimum average rate at which a pending response must be read, after an initial `unreadMs`. */
  readonly minReadBytesPerSecond: number;
}

/** Progress of a body. */
interface Progress {
  readonly exchange: Exchange;
  since: number;
  /** Number of bytes that the socket had received at `since`. */
  bytes: number;
}

interface Unread {
  readonly exchange: Exchange;
  readonly unreadMs: number;
  /** Time by which the whole response must have been read, in milliseconds of `performance.now()`. */
  readonly deadline: number;
}

/**
 * A connection whose requests are served in order, each after the response to the previous one has been written, and in a separate turn of
 * the event loop. A client that pipelines requests therefore occupies the memory of one response at most, and other clients are served
 * between its requests. While too many requests wait, the socket is paused.
 */
export class Connection {
  readonly socket: Socket;
  readonly #serve: Serve;
  readonly #queued: Exchange[] = [];
  #current: Exchange | undefined;
  #isPaused = false;
  #body: Progress | undefined;
  #unread: Unread | undefined;
  /** An exchange that ended before its request body was complete. */
  #discarded: Progress | undefined;
  /** Time of the first check that found no request in progress, while the server stops; in milliseconds of `performance.now()`. */
  #emptySince: number | undefined;

  constructor(socket: Socket, serve: Serve) {
    this.socket = socket;
    this.#serve = serve;
    // Node.js resumes a paused socket at the end of a request.
    socket.on('resume', () => {
      if (this.#isPaused) socket.pause();
    });
    socket.once('close', () => {
      this.#queued.length = 0;
    });
  }

  /** Serves a request, after the requests that arrived before it. */
  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isEmpty) {
      this.#startExchange({ request, response });
      return;
    }
    const count = this.#queued.push({ request, response });
    if (count >= maxPipelined) this.socket.destroy();
    else if (count >= maxQueued && !this.#isPaused) {
      this.#isPaused = true;
      this.socket.pause();
    }
  }

  /** Closes the connection if its client makes less progress than required. `now` is in milliseconds of `performance.now()`. */
  check(now: number, pace: Pace): void {
    const current = this.#current;
    if (current) {
      if (current.request.complete) this.#body = undefined;
      else this.#checkBody(current, now, pace);
      this.#checkUnread(current, now, pace);
    } else if (this.#discarded) this.#checkDiscarded(this.#discarded, now, pace);
  }

  /**
   * Closes the connection when no complete head of a request has arrived for `maxMs`. Must be called repeatedly while the server
   * stops; before that, Node.js limits the time for a head.
   */
  checkHead(now: number, maxMs: number): void {
    if (!this.#isEmpty) this.#emptySince = undefined;
    else if (this.#emptySince === undefined) this.#emptySince = now;
    else if (now - this.#emptySince >= maxMs) setTimeout(() => setImmediate(this.#closeIfEmpty), 0);
  }

  get #isEmpty(): boolean {
    return this.#current === undefined && this.#queued.length === 0;
  }

  // Between timers and immediates the event loop reads pending input, which may be a complete request.
  readonly #closeIfEmpty = (): void => {
    if (this.#isEmpty) this.socket.destroy();
  };

  #startExchange(exchange: Exchange): void {
    this.#current = exchange;
    exchange.response.once('close', this.#end);
    this.#serve(exchange, this.#queued.length === 0);
  }

  readonly #end = (): void => {
    const finished = this.#current;
    this.#current = undefined;
    if (finished && !finished.request.complete)
      this.#discarded = { exchange: finished, since: performance.now(), bytes: this.socket.bytesRead };
    if (this.#queued.length > 0) setImmediate(this.#startNext);
  };

  readonly #startNext = (): void => {
    const next = this.#queued.shift();
    if (!next) return;
    if (this.#isPaused && this.#queued.length === 0) {
      this.#isPaused = false;
      this.socket.resume();
    }
    this.#startExchange(next);
  };

  #checkBody(current: Exchange, now: number, { minBodyBytes, bodyPeriodMs }: Pace): void {
    const { socket } = this;
    const known = this.#body?.exchange === current ? this.#body : undefined;
    // While the socket is paused, its client cannot make progress.
    if (!known || socket.isPaused()) this.#body = { exchange: current, since: now, bytes: socket.bytesRead };
    else if (now - known.since >= bodyPeriodMs) {
      if (socket.bytesRead - known.bytes < minBodyBytes) rejectSlow(current.response, socket);
      known.since = now;
      known.bytes = socket.bytesRead;
    }
  }

  #checkUnread(current: Exchange, now: number, pace: Pace): void {
    const { response } = current;
    const isWaiting = response.writableEnded ? !response.writableFinished : response.writableNeedDrain;
    const known = this.#unread?.exchange === current ? this.#unread : undefined;
    if (!isWaiting) {
      if (known) this.#stopWaiting(response);
    } else if (known?.unreadMs !== pace.unreadMs) this.#startWaiting(current, now, pace);
    else if (now >= known.deadline) this.socket.destroy();
  }

  #startWaiting(current: Exchange, now: number, { unreadMs, minReadBytesPerSecond }: Pace): void {
    const { response } = current;
    this.#stopWaiting(response);
    const maxReadMs = (this.socket.writableLength / minReadBytesPerSecond) * 1000;
    // The end of a response that is still being produced is unknown.
    const deadline = response.writableEnded ? now + unreadMs + maxReadMs : Number.POSITIVE_INFINITY;
    this.#unread = { exchange: current, unreadMs, deadline };
    // Node.js counts partial progress of a long write as activity.
    response.setTimeout(unreadMs);
    response.on('timeout', this.#close);
  }

  #stopWaiting(response: ServerResponse): void {
    this.#unread = undefined;
    response.removeListener('timeout', this.#close);
    response.setTimeout(0);
  }

  readonly #close = (): void => {
    this.socket.destroy();
  };

  #checkDiscarded(discarded: Progress, now: number, { discardMs }: Pace): void {
    if (discarded.exchange.request.complete) this.#discarded = undefined;
    else if (now - discarded.since >= discardMs) this.socket.destroy();
  }
}
