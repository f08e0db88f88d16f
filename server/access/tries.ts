// How often something may be done by one sender before it has to wait. Kept in memory, in each process by itself.
import { senderOf } from './sender.ts';

/** How many times are free, and for how long they count. Milliseconds. */
export interface Allowance {
  readonly free: number;
  readonly counting: number;
}

/** How many senders are remembered; those who came longest ago are forgotten first. */
const most = 10_000;

interface Tried {
  readonly since: number;
  readonly times: number;
}

/** Counts tries by what they are of and by who tries. */
export class Tries {
  readonly #tried = new Map<string, Tried>();
  readonly #clock: () => number;
  readonly #allowance: Allowance;

  constructor(clock: () => number, allowance: Allowance = { free: 10, counting: 60_000 }) {
    this.#clock = clock;
    this.#allowance = allowance;
  }

  /** How long the sender at this address has to wait before the next try, where so many are free. Seconds; 0: not at all. */
  wait(what: number | string, from = '', free = this.#allowance.free): number {
    const tried = this.#tried.get(keyOf(what, from));
    if (!tried || tried.times < free) return 0;
    return Math.max(0, Math.ceil((tried.since + this.#allowance.counting - this.#clock()) / 1000));
  }

  /** Notes a try. */
  note(what: number | string, from = ''): void {
    const key = keyOf(what, from);
    const now = this.#clock();
    const before = this.#tried.get(key);
    const goesOn = before !== undefined && now - before.since < this.#allowance.counting;
    this.#tried.delete(key);
    this.#tried.set(key, goesOn ? { since: before.since, times: before.times + 1 } : { since: now, times: 1 });
    const [oldest] = this.#tried.keys();
    if (this.#tried.size > most && oldest !== undefined) this.#tried.delete(oldest);
  }
}

const keyOf = (what: number | string, from: string): string => `${what} ${senderOf(from)}`;
