// Counts attempts together with the other processes of a site, for the login throttle and rate limits
// (docs/decisions/0033-state-of-several-nodes.md). Each process counts in memory and stores its part of each count in rows of its own.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Clock } from '../time/zone.ts';
import { keyedHash } from './secrets.ts';
import type { CountStore, StoredCount } from './shared-counts-store.ts';

/** Attempts since a timestamp, in milliseconds since 1970. They expire together after the window of the count. */
interface Part {
  readonly since: number;
  readonly attempts: number;
}

/** Maximum number of live rows of a process for each group of counts. Further counts are not shared until rows expire. */
const maxRowsPerGroup = 10_000;

/** Maximum number of counts that wait to be stored or read. Further ones are not shared until they change again. */
const maxUnstored = 20_000;

/** Maximum number of counts that one exchange stores and reads. */
const maxBatchSize = 500;

/**
 * Minimum time between the beginnings of two exchanges, in milliseconds: concurrent attempts share one. On SQLite, each commit makes readers
 * drop their cached pages.
 */
const minIntervalMs = 25;

/** Maximum time for which an attempt waits for the database, in milliseconds. Afterwards, it is decided with what this process knows. */
const maxWaitMs = 5000;

/** Age from which on the counts of other processes are read again before an attempt is rejected because of them, in milliseconds. */
export const maxAgeMs = 1000;

/** Counts of one kind. */
export class CountGroup {
  readonly name: string;
  readonly windowMs: number;
  /** The times at which the rows of this process expire, by their counters. */
  readonly rows = new Map<string, number>();

  constructor(name: string, windowMs: number) {
    this.name = name;
    this.windowMs = windowMs;
  }

  /** Returns whether this process may have a row for a counter that expires at a time, and records that it has one. */
  allowsRow(counter: string, expires: number, now: number): boolean {
    if (!this.rows.has(counter) && this.rows.size >= maxRowsPerGroup) {
      // The earliest one is first, unless a count was stored late.
      for (const [each, at] of this.rows) {
        if (at > now) break;
        this.rows.delete(each);
      }
      if (this.rows.size >= maxRowsPerGroup) return false;
    }
    this.rows.delete(counter);
    this.rows.set(counter, expires);
    return true;
  }
}

/** A count of attempts in all processes. Create it with `SharedCounts.create`. */
export class SharedCount {
  readonly group: CountGroup;
  readonly key: string;
  /** The part of this process. */
  own: Part;
  /** The parts of other processes, as they were last read. */
  others: readonly Part[] = [];
  /** The time at which they were read, in milliseconds since 1970. */
  readAt = Number.NEGATIVE_INFINITY;
  /** The hash by which processes identify the count; undefined until it is first exchanged. */
  counter: string | undefined;

  constructor(group: CountGroup, key: string, now: number) {
    this.group = group;
    this.key = key;
    this.own = { since: now, attempts: 0 };
  }

  /** Returns the parts that have not expired and that began at `from` or later, the earliest first. `own` replaces the own attempts. */
  parts(now: number, own = this.own.attempts, from = Number.NEGATIVE_INFINITY): Part[] {
    return [{ since: this.own.since, attempts: own }, ...this.others]
      .filter(({ since, attempts }) => attempts > 0 && since >= from && now - since < this.group.windowMs)
      .sort((one, other) => one.since - other.since);
  }

  /** Returns the number of attempts in all processes. `own` replaces the own ones, and only parts that began at `from` or later count. */
  total(now: number, own?: number, from?: number): number {
    if (this.others.length === 0 && from === undefined)
      return now - this.own.since < this.group.windowMs ? (own ?? this.own.attempts) : 0;
    return this.parts(now, own, from).reduce((sum, { attempts }) => sum + attempts, 0);
  }

  /** Returns the number of attempts of this process. */
  ownAttempts(now: number): number {
    return now - this.own.since < this.group.windowMs ? this.own.attempts : 0;
  }

  /** Returns the milliseconds until the number of attempts is less than `max`, if there are no others; 0 if it is less now. */
  msUntilBelow(max: number, now: number, own?: number): number {
    const parts = this.parts(now, own);
    let remaining = parts.reduce((sum, { attempts }) => sum + attempts, 0);
    if (remaining < max) return 0;
    for (const { since, attempts } of parts) {
      remaining -= attempts;
      if (remaining < max) return since + this.group.windowMs - now;
    }
    return this.group.windowMs;
  }
}

/** Dependencies of shared counts. */
interface Deps {
  readonly clock: Clock;
  /** The key of keyed hashes of the site. */
  readonly key: string;
  /** Undefined if this is the only process, and nothing is stored. */
  readonly store: CountStore | undefined;
}

/** The counts that this process shares with others. */
export class SharedCounts {
  readonly #clock: Clock;
  readonly #key: string;
  readonly #store: CountStore | undefined;
  /** Counts whose own part has changed since it was stored. */
  readonly #unstored = new Set<SharedCount>();
  /** Whether the next exchange stores all counts, and not only those that it reads. */
  #storesAll = false;
  /** Counts that the next `write` reads. */
  readonly #requestedLater = new Set<SharedCount>();
  /** Counts that the next exchange stores and reads, and what waits for it. */
  #requested = new Set<SharedCount>();
  #waiting = Promise.withResolvers<void>();
  /** The exchange in progress, and the time of its beginning, as in performance.now(). */
  #running: Promise<void> | undefined;
  #beganAt = Number.NEGATIVE_INFINITY;
  /** Runs code outside of the transaction to which the calling code may belong. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor({ clock, key, store }: Deps) {
    this.#clock = clock;
    this.#key = key;
    this.#store = store;
  }

  /** Returns a count without attempts. Two counts with the same group and key are one count for other processes. */
  create(group: CountGroup, key: string): SharedCount {
    return new SharedCount(group, key, this.#clock());
  }

  /** Adds attempts of this process, or removes them. They are stored with the next exchange of the count, or by `write`. */
  add(count: SharedCount, n: number): void {
    const now = this.#clock();
    const { since, attempts } = count.own;
    const isExpired = now - since >= count.group.windowMs || attempts === 0;
    this.set(
      count,
      isExpired ? { since: now, attempts: Math.max(0, n) } : { since, attempts: Math.max(0, attempts + n) },
    );
  }

  /** Replaces the part of this process. */
  set(count: SharedCount, own: Part): void {
    count.own = own;
    if (this.#store && this.#unstored.size < maxUnstored) this.#unstored.add(count);
  }

  /** Whether the counts of other processes must be read before an attempt is rejected because of these counts. */
  areOld(counts: readonly SharedCount[]): boolean {
    return this.#store !== undefined && counts.some(({ readAt }) => this.#clock() - readAt >= maxAgeMs);
  }

  /**
   * Stores the own parts of these counts if they have changed, and then reads the parts of other processes. Of two processes that do
   * so at the same time, at least one reads what the other has added before. Resolves after five seconds at the latest, also if the database
   * is unavailable or busy. Never rejects.
   */
  async exchange(counts: readonly SharedCount[]): Promise<void> {
    if (!this.#store) return;
    for (const count of counts) this.#requested.add(count);
    const { promise } = this.#waiting;
    this.#running ??= this.#outside(() => this.#run());
    if (performance.now() - this.#beganAt >= maxWaitMs) return;
    const timeout = new AbortController();
    await Promise.race([promise, pause(maxWaitMs, undefined, { signal: timeout.signal }).catch(() => {})]);
    timeout.abort();
  }

  /** Makes the next `write` read the parts of other processes. */
  requestLater(counts: readonly SharedCount[]): void {
    if (!this.#store) return;
    for (const count of counts) if (this.#requestedLater.size < maxUnstored) this.#requestedLater.add(count);
  }

  /**
   * Stores the own parts of all counts that have changed, and reads the parts of other processes that were requested. Resolves when that has
   * succeeded or failed, whatever is exchanged afterwards. Never rejects.
   */
  async write(): Promise<void> {
    if (this.#unstored.size === 0 && this.#requestedLater.size === 0) return;
    for (const count of this.#requestedLater) this.#requested.add(count);
    this.#requestedLater.clear();
    this.#storesAll = true;
    const { promise } = this.#waiting;
    this.#running ??= this.#outside(() => this.#run());
    await promise;
  }

  /** Exchanges counts until none is requested. */
  async #run(): Promise<void> {
    do {
      const delayMs = this.#beganAt + minIntervalMs - performance.now();
      if (delayMs > 0) await pause(delayMs);
      this.#beganAt = performance.now();
      const [requested, waiting] = [this.#requested, this.#waiting];
      const changed = this.#storesAll ? this.#unstored : [...requested].filter((count) => this.#unstored.has(count));
      this.#storesAll = false;
      this.#requested = new Set();
      this.#waiting = Promise.withResolvers<void>();
      try {
        await this.#exchangeAll([...changed], [...requested]);
      } catch (error) {
        reportBackgroundFailure('exchange of the counts of rate limits', error);
      }
      waiting.resolve();
    } while (this.#requested.size > 0 || this.#storesAll);
    this.#running = undefined;
  }

  /** Stores what has changed, and reads in the transaction of the last stored counts, or after it. */
  async #exchangeAll(changed: readonly SharedCount[], counts: readonly SharedCount[]): Promise<void> {
    for (let stored = 0, read = 0; stored < changed.length || read < counts.length; ) {
      const batch = changed.slice(stored, stored + maxBatchSize);
      stored += batch.length;
      const reads = stored < changed.length ? [] : counts.slice(read, read + maxBatchSize);
      read += reads.length;
      await this.#exchangeBatch(batch, reads);
    }
  }

  async #exchangeBatch(changed: readonly SharedCount[], counts: readonly SharedCount[]): Promise<void> {
    for (const count of changed) this.#unstored.delete(count);
    const own = changed.flatMap((count) => this.#rowOf(count) ?? []);
    const byCounter = Map.groupBy(counts, (count) => this.#counterOf(count));
    let found: readonly StoredCount[] = [];
    try {
      found = (await this.#store?.exchange(own, [...byCounter.keys()])) ?? [];
    } catch (error) {
      for (const count of changed) this.#unstored.add(count);
      throw error;
    }
    const rows = Map.groupBy(found, ({ counter }) => counter);
    const now = this.#clock();
    for (const [counter, each] of byCounter)
      for (const count of each) {
        count.others = rows.get(counter) ?? [];
        count.readAt = now;
      }
  }

  /** Returns the row of a count; undefined if it is not needed, or if there are too many. */
  #rowOf(count: SharedCount): StoredCount | undefined {
    const { group, own } = count;
    const counter = this.#counterOf(count);
    const expires = own.since + group.windowMs;
    if (own.attempts === 0 && !group.rows.has(counter)) return undefined;
    return group.allowsRow(counter, expires, this.#clock()) ? { counter, ...own, expires } : undefined;
  }

  #counterOf(count: SharedCount): string {
    count.counter ??= keyedHash(this.#key, `count ${count.group.name} ${count.key}`).slice(0, 32);
    return count.counter;
  }
}
