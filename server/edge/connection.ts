// One connection: its requests are served one after another, however many have come at once.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The number of requests that may wait on one connection before its socket is no longer read. */
const maxWaiting = 16;

/** The number of waiting requests at which a connection is cut: what arrives in one read of 64 KB, of no smaller ones than real. */
const maxPipelined = 1000;

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Serves a request; `isLast`: no further one has come on its connection yet. */
export type Serve = (exchange: Exchange, isLast: boolean) => void;

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
    if (this.#current === undefined && this.#waiting.length === 0) {
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

  #begin(exchange: Exchange): void {
    this.#current = exchange;
    exchange.response.once('close', this.#end);
    this.#serve(exchange, this.#waiting.length === 0);
  }

  readonly #end = (): void => {
    this.#current = undefined;
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
}
