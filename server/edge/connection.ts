// One connection: its requests are served one after another, however many have come at once, and it is cut where its client
// makes no progress.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseSlow } from './refuse.ts';

/** The number of requests that may wait on one connection before its socket is no longer read. */
const maxWaiting = 16;

/** The number of waiting requests at which a connection is cut: more than one read of 64 KB holds of any client's requests. */
const maxPipelined = 1000;

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Serves a request; `isLast`: no further one has come on its connection yet. */
export type Serve = (exchange: Exchange, isLast: boolean) => void;

/** What is expected of clients. Progress counts, not the whole: a large body may come over a slow line. */
export interface Pace {
  /** A body must bring this many bytes in each period. */
  readonly minBodyBytes: number;
  readonly bodyPeriodMs: number;
  /** How long the rest of a body that nobody wants is passed over once its request was answered. */
  readonly discardMs: number;
  /** How long a client may read nothing of a response that waits to be sent. */
  readonly unreadMs: number;
  /** A response that waits must be read this fast on the whole, after a first `unreadMs`. */
  readonly minReadBytesPerSecond: number;
}

/** What is being waited for. */
interface Progress {
  readonly of: Exchange;
  since: number;
  /** What the socket had received by then. */
  bytes: number;
}

interface Unread {
  readonly of: Exchange;
  readonly unreadMs: number;
  /** When the last of it must have been read. */
  readonly deadline: number;
}

/**
 * Serves the requests of a connection in order, each when the response to the one before has left for the client's side, and
 * in a turn of the event loop of its own. So a client that pipelines requests holds no more than one response in memory, and
 * others are served between its requests. While many wait, the socket is not read.
 */
export class Connection {
  readonly socket: Socket;
  readonly #serve: Serve;
  readonly #waiting: Exchange[] = [];
  #current: Exchange | undefined;
  #isHeld = false;
  #body: Progress | undefined;
  #unread: Unread | undefined;
  /** A request that was answered before its body had come. */
  #unwanted: Progress | undefined;
  /** Since when there has been no request, though a part of one may be there; while the server stops. */
  #emptySince: number | undefined;

  constructor(socket: Socket, serve: Serve) {
    this.socket = socket;
    this.#serve = serve;
    // Node reads on when a request has ended, whoever has paused the socket.
    socket.on('resume', () => {
      if (this.#isHeld) socket.pause();
    });
    socket.once('close', () => {
      this.#waiting.length = 0;
    });
  }

  /** Serves a request now, or after those that have come before it. */
  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isEmpty) {
      this.#begin({ request, response });
      return;
    }
    const count = this.#waiting.push({ request, response });
    if (count >= maxPipelined) this.socket.destroy();
    else if (count >= maxWaiting && !this.#isHeld) {
      this.#isHeld = true;
      this.socket.pause();
    }
  }

  /** Cuts the connection where its client makes less progress than a pace asks for. `now` is in milliseconds. */
  check(now: number, pace: Pace): void {
    const current = this.#current;
    if (current) {
      if (current.request.complete) this.#body = undefined;
      else this.#checkBody(current, now, pace);
      this.#checkUnread(current, now, pace);
    } else if (this.#unwanted) this.#checkUnwanted(this.#unwanted, now, pace);
  }

  /**
   * Cuts the connection where nothing but a part of a request's head has come for as long. For servers that stop: others wait
   * for the end of the head. Call it again and again.
   */
  checkHead(now: number, maxMs: number): void {
    if (!this.#isEmpty) this.#emptySince = undefined;
    else if (this.#emptySince === undefined) this.#emptySince = now;
    else if (now - this.#emptySince >= maxMs) setTimeout(() => setImmediate(this.#cutIfEmpty), 0);
  }

  get #isEmpty(): boolean {
    return this.#current === undefined && this.#waiting.length === 0;
  }

  // Between timers and immediates the event loop has read what the system had: a whole request may have been there.
  readonly #cutIfEmpty = (): void => {
    if (this.#isEmpty) this.socket.destroy();
  };

  #begin(exchange: Exchange): void {
    this.#current = exchange;
    exchange.response.once('close', this.#end);
    this.#serve(exchange, this.#waiting.length === 0);
  }

  readonly #end = (): void => {
    const ended = this.#current;
    this.#current = undefined;
    if (ended && !ended.request.complete)
      this.#unwanted = { of: ended, since: performance.now(), bytes: this.socket.bytesRead };
    if (this.#waiting.length > 0) setImmediate(this.#beginNext);
  };

  readonly #beginNext = (): void => {
    const next = this.#waiting.shift();
    if (!next) return;
    if (this.#isHeld && this.#waiting.length === 0) {
      this.#isHeld = false;
      this.socket.resume();
    }
    this.#begin(next);
  };

  #checkBody(current: Exchange, now: number, { minBodyBytes, bodyPeriodMs }: Pace): void {
    const { socket } = this;
    const known = this.#body?.of === current ? this.#body : undefined;
    // While the socket is not read, its client can do nothing.
    if (!known || socket.isPaused()) this.#body = { of: current, since: now, bytes: socket.bytesRead };
    else if (now - known.since >= bodyPeriodMs) {
      if (socket.bytesRead - known.bytes < minBodyBytes) refuseSlow(current.response, socket);
      known.since = now;
      known.bytes = socket.bytesRead;
    }
  }

  #checkUnread(current: Exchange, now: number, pace: Pace): void {
    const { response } = current;
    const isWaiting = response.writableEnded ? !response.writableFinished : response.writableNeedDrain;
    const known = this.#unread?.of === current ? this.#unread : undefined;
    if (!isWaiting) {
      if (known) this.#stopWaiting(response);
    } else if (known?.unreadMs !== pace.unreadMs) this.#startWaiting(current, now, pace);
    else if (now >= known.deadline) this.socket.destroy();
  }

  #startWaiting(current: Exchange, now: number, { unreadMs, minReadBytesPerSecond }: Pace): void {
    const { response } = current;
    this.#stopWaiting(response);
    const slowestMs = (this.socket.writableLength / minReadBytesPerSecond) * 1000;
    // What goes on being made has no end that could be foretold.
    const deadline = response.writableEnded ? now + unreadMs + slowestMs : Number.POSITIVE_INFINITY;
    this.#unread = { of: current, unreadMs, deadline };
    // Node counts what the system takes of a long write as activity.
    response.setTimeout(unreadMs);
    response.on('timeout', this.#cut);
  }

  #stopWaiting(response: ServerResponse): void {
    this.#unread = undefined;
    response.removeListener('timeout', this.#cut);
    response.setTimeout(0);
  }

  readonly #cut = (): void => {
    this.socket.destroy();
  };

  #checkUnwanted(unwanted: Progress, now: number, { discardMs }: Pace): void {
    if (unwanted.of.request.complete) this.#unwanted = undefined;
    else if (now - unwanted.since >= discardMs) this.socket.destroy();
  }
}
