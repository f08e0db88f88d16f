// Limits the rate of calls per sender, counted in all processes of a site (shared-counts.ts).
import { senderKey } from './sender-key.ts';
import { CountGroup, type SharedCount, type SharedCounts } from './shared-counts.ts';

/** Maximum number of calls per window, and the length of the window in milliseconds. */
export interface RateLimitOptions {
  readonly max: number;
  readonly windowMs: number;
}

/** Maximum number of counters; the least recently used are evicted. */
const maxCounters = 10_000;

/** A limited operation, and the sender at an IP address whose calls are counted. */
export interface LimitedCall {
  readonly operation: number | string;
  /** Default: calls of all senders are counted together. */
  readonly from?: string;
  /** Maximum number of calls per window. Default: that of the limiter. */
  readonly max?: number;
}

/** A counter of calls by operation and sender. */
export class RateLimiter {
  /** From the least to the most recently used. */
  readonly #counters = new Map<string, SharedCount>();
  readonly #clock: () => number;
  readonly #counts: SharedCounts;
  readonly #group: CountGroup;
  readonly #max: number;

  /** `name` identifies the limiter: limiters with the same name in different processes count together. */
  constructor(
    clock: () => number,
    counts: SharedCounts,
    name: string,
    { max, windowMs }: RateLimitOptions = { max: 10, windowMs: 60_000 },
  ) {
    this.#clock = clock;
    this.#counts = counts;
    this.#group = new CountGroup(name, windowMs);
    this.#max = max;
  }

  /** Returns the seconds to wait until the calls in this process alone allow the next one; 0 if they allow it now. */
  secondsToWait(...limits: readonly LimitedCall[]): number {
    const now = this.#clock();
    const waits = limits.map(({ operation, from = '', max = this.#max }) => {
      const count = this.#counters.get(keyOf(operation, from));
      const isExceeded = count !== undefined && count.ownAttempts(now) >= max;
      return isExceeded ? Math.ceil((count.own.since + count.group.windowMs - now) / 1000) : 0;
    });
    return Math.max(0, ...waits);
  }

  /**
   * Counts a call, unless a limit is exceeded. Returns the seconds that the sender must wait before the next call; 0 if this one is allowed. The
   * limits hold for all processes together. Of concurrent calls in several processes, more may be rejected than necessary.
   */
  async take(...limits: readonly LimitedCall[]): Promise<number> {
    const found = limits.map((limit) => this.#limitOf(limit));
    const counts = found.map(({ count }) => count);
    const known = () => this.#secondsToWait(found.map((limit) => ({ ...limit, own: undefined })));
    if (known() > 0 && this.#counts.areOld(counts)) await this.#counts.exchange(counts);
    const seconds = known();
    if (seconds > 0) return seconds;
    const before = found.map((limit) => ({ ...limit, own: limit.count.ownAttempts(this.#clock()) }));
    for (const count of counts) this.#counts.add(count, 1);
    await this.#counts.exchange(counts);
    const secondsAfter = this.#secondsToWait(before);
    if (secondsAfter > 0) for (const count of counts) this.#counts.add(count, -1);
    return secondsAfter;
  }

  #secondsToWait(limits: readonly { count: SharedCount; max: number; own: number | undefined }[]): number {
    const now = this.#clock();
    const waits = limits.map(({ count, max, own }) => Math.ceil(count.msUntilBelow(max, now, own) / 1000));
    return Math.max(0, ...waits);
  }

  /** Returns the counter of a limit, as the most recently used one, with the maximum. */
  #limitOf({ operation, from = '', max = this.#max }: LimitedCall): {
    readonly count: SharedCount;
    readonly max: number;
  } {
    const key = keyOf(operation, from);
    const count = this.#counters.get(key) ?? this.#counts.create(this.#group, key);
    this.#counters.delete(key);
    this.#counters.set(key, count);
    const [oldest] = this.#counters.keys();
    if (this.#counters.size > maxCounters && oldest !== undefined) this.#counters.delete(oldest);
    return { count, max };
  }
}

const keyOf = (operation: number | string, from: string): string => `${operation} ${senderKey(from)}`;
