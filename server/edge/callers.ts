// Who waits for an answer: a long read is ended once nobody does.
import type { EventEmitter } from 'node:events';
import { Refusal } from '../refusal.ts';

/** The connection that a caller waits at: a socket. */
export interface Connection extends EventEmitter {
  /** Whether it is closed. */
  readonly destroyed?: boolean;
}

/** Called once a connection is closed, each for one answer that is being made. */
const leaving = new WeakMap<EventEmitter, Set<() => void>>();

/** The status of requests whose client has disconnected. Nobody receives it; metrics count it, and proxies use the same. */
export const clientClosedRequest = 499;

/** Why an answer was not made. */
const gone = () =>
  new Refusal('client_closed_request', clientClosedRequest, 'The connection was closed before the answer was made.');

/** The callers of one answer, each on a connection of its own. */
export class Callers {
  readonly #ending = new AbortController();
  #waiting = 0;

  /** Aborts once the connections of all callers are closed. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Resolves with the answer; until then the owner of the connection counts as somebody who waits for it. */
  async wait<T>(connection: Connection, answer: Promise<T>): Promise<T> {
    const leave = () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#ending.abort(gone());
    };
    this.#waiting += 1;
    const all = leavingOf(connection);
    all.add(leave);
    if (connection.destroyed) leave();
    try {
      return await answer;
    } finally {
      all.delete(leave);
    }
  }
}

/** One listener for each connection, however many requests it has sent. */
function leavingOf(connection: Connection): Set<() => void> {
  const known = leaving.get(connection);
  if (known) return known;
  const all = new Set<() => void>();
  leaving.set(connection, all);
  connection.once('close', () => {
    for (const leave of all) leave();
  });
  return all;
}

/** Makes an answer for one caller. */
export function makeFor<T>(connection: Connection, make: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const callers = new Callers();
  return callers.wait(connection, make(callers.signal));
}
