// Limits how often transactions do something, counted in all processes of a site. The count is part of the transaction.
import type { WriteHandle } from '../database/handle.ts';
import type { Clock } from '../time/zone.ts';
import type { RateLimitOptions } from './rate-limiter.ts';
import { keyedHash } from './secrets.ts';
import { countWithin } from './shared-counts-store.ts';

/**
 * A limit for operations that concern one record, whose transactions exclude each other anyway. Others use RateLimiter, whose counts do not
 * make processes wait for each other.
 */
export class TransactionLimiter {
  readonly #clock: Clock;
  readonly #key: string;
  readonly #name: string;
  readonly #options: RateLimitOptions;

  /** `key` is the key of keyed hashes of the site, and `name` identifies the limiter. */
  constructor(clock: Clock, key: string, name: string, options: RateLimitOptions) {
    this.#clock = clock;
    this.#key = key;
    this.#name = name;
    this.#options = options;
  }

  /** Counts an operation, and returns whether the limit allows it. Nothing is counted if the transaction is rolled back. */
  async take(tx: WriteHandle, operation: string): Promise<boolean> {
    const { max, windowMs } = this.#options;
    const counter = keyedHash(this.#key, `count ${this.#name} ${operation}`).slice(0, 32);
    return (await countWithin(tx, { counter, now: this.#clock(), windowMs })) <= max;
  }
}
