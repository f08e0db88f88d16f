// How often something may be tried by one sender before it has to wait.

/** How many tries are free, and for how long they count. Milliseconds. */
const free = 10;
const counting = 60_000;

/** How many senders are remembered; those who tried longest ago are forgotten first. */
const most = 10_000;

interface Tried {
  readonly since: number;
  readonly times: number;
}

/** Counts tries by what they are of and who tries. */
export class Tries {
  readonly #tried = new Map<string, Tried>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** How long one has to wait before the next try. Seconds; 0: not at all. */
  wait(who: string): number {
    const tried = this.#tried.get(who);
    if (!tried || tried.times < free) return 0;
    return Math.max(0, Math.ceil((tried.since + counting - this.#clock()) / 1000));
  }

  /** Notes a try that failed. */
  note(who: string): void {
    const now = this.#clock();
    const before = this.#tried.get(who);
    const goesOn = before !== undefined && now - before.since < counting;
    this.#tried.delete(who);
    this.#tried.set(who, goesOn ? { since: before.since, times: before.times + 1 } : { since: now, times: 1 });
    const [oldest] = this.#tried.keys();
    if (this.#tried.size > most && oldest !== undefined) this.#tried.delete(oldest);
  }
}
