// Tracks the clients that wait for a response, so that a long read can be canceled when all of them have disconnected.
import type { EventEmitter } from 'node:events';
import { ApiError } from '../api-error.ts';

/** The connection of a waiting client: a socket. */
export interface Connection extends EventEmitter {
  /** Whether the connection is closed. */
  readonly destroyed?: boolean;
}

/** Callbacks for the end of each connection, one for each pending response. */
const closeListeners = new WeakMap<EventEmitter, Set<() => void>>();

/** The status of requests whose client has disconnected. No client receives it; metrics count it, and proxies use the same status. */
export const clientClosedRequest = 499;

/** Creates the error with which the signal of a canceled response aborts. */
const clientClosedError = () =>
  new ApiError(
    'client_closed_request',
    clientClosedRequest,
    'The client closed the connection before the response was complete.',
  );

/** The callers of one response, each with a separate connection. */
export class Callers {
  readonly #controller = new AbortController();
  #waiting = 0;

  /** A signal that aborts once the connections of all callers are closed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves with the response; until then the connection counts as waiting. */
  async wait<T>(connection: Connection, response: Promise<T>): Promise<T> {
    const onClose = () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#controller.abort(clientClosedError());
    };
    this.#waiting += 1;
    const all = closeListenersOf(connection);
    all.add(onClose);
    if (connection.destroyed) onClose();
    try {
      return await response;
    } finally {
      all.delete(onClose);
    }
  }
}

/** Returns the callbacks of a connection. There is one listener for each connection, however many requests it has sent. */
function closeListenersOf(connection: Connection): Set<() => void> {
  const existing = closeListeners.get(connection);
  if (existing) return existing;
  const all = new Set<() => void>();
  closeListeners.set(connection, all);
  connection.once('close', () => {
    for (const onClose of all) onClose();
  });
  return all;
}

/** Produces a response for one caller. The signal aborts when its connection closes. */
export function withDisconnectSignal<T>(
  connection: Connection,
  produce: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const callers = new Callers();
  return callers.wait(connection, produce(callers.signal));
}
