// Defines the messages that the primary process and its workers exchange during a stop.

/** A message from the primary to a worker. */
export type PrimaryMessage = {
  /**
   * `stop` asks the worker to stop gracefully but to continue accepting connections, `count-connections` to respond with the
   * number of accepted connections. `listeners-closed` means that no more connections will arrive.
   */
  readonly octavo: 'stop' | 'count-connections' | 'listeners-closed';
};

/** A message from a worker to the primary with the number of connections that the worker has accepted. */
export interface ConnectionCount {
  readonly octavo: 'connections';
  readonly count: number;
}

/** Returns whether a message is of the given kind. Node.js and libraries send other messages over the same channel. */
export const isMessage = (message: unknown, kind: PrimaryMessage['octavo'] | ConnectionCount['octavo']): boolean =>
  typeof message === 'object' && message !== null && 'octavo' in message && message.octavo === kind;
