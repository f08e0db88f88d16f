// What the primary process and its workers tell each other while they stop, beside what Node's cluster module does.

/** From the primary to a worker. */
export type PrimaryMessage = {
  /**
   * `stop`: stop gracefully, but go on accepting connections. `count-connections`: answer with how many have been accepted.
   * `listeners-closed`: no more connections come.
   */
  readonly octavo: 'stop' | 'count-connections' | 'listeners-closed';
};

/** From a worker to the primary: the number of connections accepted so far. */
export interface ConnectionCount {
  readonly octavo: 'connections';
  readonly count: number;
}

/** Whether a message of either process is one of these; other libraries send messages too. */
export const isMessage = (message: unknown, kind: PrimaryMessage['octavo'] | ConnectionCount['octavo']): boolean =>
  typeof message === 'object' && message !== null && 'octavo' in message && message.octavo === kind;
