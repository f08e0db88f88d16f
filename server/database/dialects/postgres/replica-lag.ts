/** Maximum number of required positions that are kept, and minimum time between two of them, in milliseconds. */
const MAX_UNREACHED = 1000;
const UNREACHED_INTERVAL_MS = 50;

/** A position that the replica had to have at a time, in milliseconds. */
interface Requirement {
  readonly at: number;
  readonly position: number;
}

/** Measures for how long a replica has not reached the positions that it must have replayed. */
export class ReplicaLag {
  readonly #clock: () => number;
  /** Positions that the replica has not reached, oldest first. */
  #unreached: Requirement[] = [];

  /** `clock` returns the time in milliseconds. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Records the position of the replica and the required one, and forgets those that are reached or no longer required. */
  record(position: number, required: number): void {
    this.#unreached = this.#unreached.filter((each) => each.position > position && each.position <= required);
    const latest = this.#unreached.at(-1);
    const at = this.#clock();
    const isDue = latest === undefined || (latest.position < required && at - latest.at >= UNREACHED_INTERVAL_MS);
    if (position >= required || !isDue) return;
    // Without every second one, the lag of a replica that catches up is measured less precisely.
    if (this.#unreached.length >= MAX_UNREACHED)
      this.#unreached = this.#unreached.filter((_, index) => index % 2 === 0);
    this.#unreached.push({ at, position: required });
  }

  /** Time for which the replica has not reached a required position, in milliseconds. */
  get ms(): number {
    const [oldest] = this.#unreached;
    return oldest === undefined ? 0 : this.#clock() - oldest.at;
  }
}
