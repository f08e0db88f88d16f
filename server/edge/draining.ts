// Stops accepting connections without resetting those in the accept queue of the operating system.
import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time for which connections are accepted after the request to stop, in milliseconds. */
const MAX_DRAIN_MS = 2000;
/**
 * Maximum part of `MAX_DRAIN_MS` that one turn of the event loop uses up, in milliseconds. A process that does not run for some seconds
 * still accepts the connections that have arrived before the stop.
 */
const MAX_TURN_MS = 50;
/** Number of turns of the event loop without a new connection after which the accept queue is considered empty: each turn accepts one. */
const IDLE_TURNS = 2;

/**
 * The graceful closing of listening sockets, which does not reset the connections in their accept queues.
 *
 * To the client, a connection is open as soon as the operating system has completed it, which may be long before the service accepts it:
 * the event loop accepts one connection per turn. Closing the socket would reset the queued connections. While draining, the service
 * therefore accepts them all but holds new requests back, so that turns are short, and clients that open a connection for each request do
 * not open the next one. When the accept queue is empty, the service closes the socket and serves the held requests.
 */
export class Draining {
  readonly #servers: Server[] = [];
  #connections = 0;
  #isActive = false;
  #held: (() => void)[] | undefined;

  /** Whether the service is stopping, so that responses announce the end of their connection. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** Number of connections accepted so far. */
  get connections(): number {
    return this.#connections;
  }

  /** Adds a server whose listening socket is to be closed. */
  watch(server: Server): void {
    this.#servers.push(server);
    server.on('connection', () => {
      this.#connections += 1;
    });
  }

  /** Serves a request, now or after the listening sockets are closed. */
  admit(serve: () => void): void {
    if (this.#held) this.#held.push(serve);
    else serve();
  }

  /**
   * Closes the listening sockets when no connection waits to be accepted, and then serves the held requests. When other processes
   * share the sockets, as workers of a cluster do, `untilIdle` resolves when no connection is waiting.
   */
  async run(untilIdle: Promise<unknown> = this.#untilIdle()): Promise<void> {
    this.#isActive = true;
    this.#held = [];
    for (const server of this.#servers) shrinkAcceptQueue(handleOf(server));
    await untilIdle;
    for (const server of this.#servers) server.close();
    const held = this.#held;
    this.#held = undefined;
    for (const serve of held) serve();
  }

  async #untilIdle(): Promise<void> {
    let remainingMs = MAX_DRAIN_MS;
    for (let idleTurns = 0; idleTurns < IDLE_TURNS && remainingMs > 0; ) {
      const [before, startedAt] = [this.#connections, performance.now()];
      await nextTurn();
      idleTurns = this.#connections === before ? idleTurns + 1 : 0;
      remainingMs -= Math.min(performance.now() - startedAt, MAX_TURN_MS);
    }
  }
}

/** The handle of a listening socket, with the method used here, which Node.js does not document. */
export interface ListeningHandle {
  listen?(backlog: number): number;
}

/** Returns the handle of a server; undefined if it is not listening. */
export const handleOf = (server: NetServer): ListeningHandle | undefined =>
  (server as { readonly _handle?: ListeningHandle | null })._handle ?? undefined;

/**
 * Limits the accept queue to one connection, so that no further connections are completed, and then reset, between the last check of the
 * queue and the close of the socket, even if the process does not run in between. Clients beyond the limit try again and are refused. The
 * sockets of a cluster belong to its primary process; those of its workers have no such method.
 */
export function shrinkAcceptQueue(handle: ListeningHandle | undefined): void {
  handle?.listen?.(0);
}
