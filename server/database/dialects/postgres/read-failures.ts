/** Time for which a replica is not used after the second consecutive failure, and maximum time, in milliseconds. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/**
 * Counts the consecutive failures of reads on a replica. A server may respond to checks, but not to reads, each of which would cost the whole
 * timeout. After the second failure, it is therefore not used for a second, and then twice as long after each further one. One read then tries
 * it again.
 */
export class ReadFailures {
  readonly #clock: () => number;
  #count = 0;
  #latestAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #message = '';

  /** `clock` returns the time in milliseconds. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** The reason why the replica is not used now; undefined if it may be used. */
  get problem(): string | undefined {
    return this.#clock() < this.#pausedUntil ? `Its reads fail repeatedly: ${this.#message}` : undefined;
  }

  /** Whether the next read decides whether the replica is used. */
  get areRepeated(): boolean {
    return this.#count > 1;
  }

  /**
   * Returns the time at which a read begins, in milliseconds. If a pause has ended, other reads do not use the replica for up to `timeoutMs`, so
   * that they do not wait for the same problem.
   */
  begin(timeoutMs: number): number {
    const now = this.#clock();
    if (this.areRepeated) this.#pausedUntil = now + timeoutMs;
    return now;
  }

  /**
   * Records the failure of a read. Returns false if the read had begun before the last failure, so that both have the same cause.
   */
  recordFailure(beganAt: number, message: string): boolean {
    if (beganAt < this.#latestAt) return false;
    const now = this.#clock();
    this.#count += 1;
    this.#latestAt = now;
    this.#message = message;
    if (this.areRepeated) this.#pausedUntil = now + Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (this.#count - 2));
    return true;
  }

  /** Records the success of a read. Returns whether it has ended repeated failures. */
  recordSuccess(beganAt: number): boolean {
    if (this.#count === 0 || beganAt < this.#latestAt) return false;
    const { areRepeated } = this;
    this.#count = 0;
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
    return areRepeated;
  }
}
