// Limits the rate of calls per sender. Each process has separate counters in memory.
import { senderKey } from './sender-key.ts';

/** Maximum number of calls per window, and the length of the window in milliseconds. */
export interface RateLimitOptions {
  readonly max: number;
  readonly windowMs: number;
}

/** Maximum number of counters; the least recently used are evicted. */
const maxCounters = 10_000;

interface Counter {
  readonly since: number;
  readonly count: number;
}

/** A counter of calls by operation and sender. */
export class RateLimiter {
  readonly #counters = new Map<string, Counter>();
  readonly #clock: () => number;
  readonly #options: RateLimitOptions;

  constructor(clock: () => number, options: RateLimitOptions = { max: 10, windowMs: 60_000 }) {
    this.#clock = clock;
    this.#options = options;
  }

  /** Returns the seconds that the sender at this IP address must wait before the next call; 0 if it is allowed now. */
  secondsToWait(operation: number | string, from = '', max = this.#options.max): number {
    const counter = this.#counters.get(keyOf(operation, from));
    if (!counter || counter.count < max) return 0;
    return Math.max(0, Math.ceil((counter.since + this.#options.windowMs - this.#clock()) / 1000));
  }

  /** Counts a call. */
  record(operation: number | string, from = ''): void {
    const key = keyOf(operation, from);
    const now = this.#clock();
    const before = this.#counters.get(key);
    const isInWindow = before !== undefined && now - before.since < this.#options.windowMs;
    this.#counters.delete(key);
    this.#counters.set(key, isInWindow ? { since: before.since, count: before.count + 1 } : { since: now, count: 1 });
    const [oldest] = this.#counters.keys();
    if (this.#counters.size > maxCounters && oldest !== undefined) this.#counters.delete(oldest);
  }
}

const keyOf = (operation: number | string, from: string): string => `${operation} ${senderKey(from)}`;
