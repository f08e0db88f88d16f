// The end of accepting: connections that the system has completed for the service are accepted and served, not reset.
import type { Server } from 'node:http';
import { setImmediate as nextRound } from 'node:timers/promises';

/** How long connections are accepted after the request to stop, however many come. */
const DRAIN_LIMIT_MS = 2000;
/** Rounds of the event loop without a new connection after which none is waiting: each round accepts one, if there is one. */
const QUIET_ROUNDS = 2;

/**
 * Closes listening sockets without resetting the connections in their queues.
 *
 * A client is connected once the system has completed its connection, which may be long before the service accepts it: one is
 * accepted in each round of the event loop. To close the socket would reset those that wait. So while it drains, the service
 * accepts them all but serves no new request: rounds are short then, and clients that connect again for each request do not
 * come back. When no connection is left in the queue it closes the socket, and serves what has come.
 */
export class Draining {
  readonly #servers: Server[] = [];
  #connections = 0;
  #isActive = false;
  #held: (() => void)[] | undefined;

  /** Whether the service stops: responses announce that their connection ends. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** The number of connections accepted so far. */
  get connections(): number {
    return this.#connections;
  }

  /** Makes a server one of those that are closed. */
  watch(server: Server): void {
    this.#servers.push(server);
    server.on('connection', () => {
      this.#connections += 1;
    });
  }

  /** Serves a request, now or when the listening sockets are closed. */
  admit(serve: () => void): void {
    if (this.#held) this.#held.push(serve);
    else serve();
  }

  /**
   * Closes the listening sockets once no connection waits to be accepted, and then serves the requests that have come
   * meanwhile. Where others share the sockets, as workers of a cluster do, `untilQuiet` tells when that is.
   */
  async run(untilQuiet: Promise<unknown> = this.#untilQuiet()): Promise<void> {
    this.#isActive = true;
    this.#held = [];
    await untilQuiet;
    for (const server of this.#servers) server.close();
    const held = this.#held;
    this.#held = undefined;
    for (const serve of held) serve();
  }

  async #untilQuiet(): Promise<void> {
    const deadline = performance.now() + DRAIN_LIMIT_MS;
    for (let quietRounds = 0; quietRounds < QUIET_ROUNDS && performance.now() < deadline; ) {
      const before = this.#connections;
      await nextRound();
      quietRounds = this.#connections === before ? quietRounds + 1 : 0;
    }
  }
}
