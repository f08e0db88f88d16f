// Messages between the primary process and its workers during a stop, in addition to those of Node's cluster module.

/** A message from the primary to a worker. */
export type PrimaryMessage = {
  /**
   * `stop`: stop gracefully, but continue to accept connections. `count-connections`: respond with the number of accepted
   * connections. `listeners-closed`: no more connections will arrive.
   */
  readonly octavo: 'stop' | 'count-connections' | 'listeners-closed';
};

/** A message from a worker to the primary with the number of connections accepted so far. */
export interface ConnectionCount {
  readonly octavo: 'connections';
  readonly count: number;
}

/** Returns whether a message is one of these; other libraries send messages too. */
export const isMessage = (message: unknown, kind: PrimaryMessage['octavo'] | ConnectionCount['octavo']): boolean =>
  typeof message === 'object' && message !== null && 'octavo' in message && message.octavo === kind;
