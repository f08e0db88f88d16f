// Counts the failures of the login throttle: by sender, by account, and by sender at an account, and remembers which senders an account
// trusts.
import { BoundedMap } from '../database/bounded-map.ts';
import type { Clock } from '../time/zone.ts';
import { CountGroup, maxAgeMs, type SharedCount, type SharedCounts } from './shared-counts.ts';

/** Keys of the counters of an attempt. */
export interface Keys {
  /** Key of the sender, or of the sender at one entry. */
  readonly sender: string;
  readonly name: string;
  readonly pair: string;
}

/** Numbers of failures. */
interface Failures {
  readonly sender: number;
  readonly account: number;
  /** Failures of the sender at the account, since the sender was trusted there, if it was. */
  readonly pair: number;
}

/** The failures that this process has counted before an attempt. */
export interface OwnCounts extends Failures {
  readonly passwords: number;
  readonly trusted: number;
}

/** Number of failures without consequences. */
export const freeFailures = 5;

/**
 * Time windows in which the failures of a sender and of an account are counted, in milliseconds. The second also applies to wrong account
 * passwords of a sender.
 */
const senderWindowMs = 60_000;
const accountWindowMs = 15 * senderWindowMs;

/** Time for which an account trusts a sender after a successful login, and the age at which it is stored again, in milliseconds. */
const trustMs = 30 * 24 * 3600_000;
const trustRenewalMs = 24 * 3600_000;

/** Size of a generation of each counter map; a map holds at most twice as many entries. */
const maxCounters = 10_000;

/** Counts with the same window, in memory. */
class Counts {
  readonly #group: CountGroup;
  readonly #shared: SharedCounts;
  readonly #counts = new BoundedMap<string, SharedCount>(maxCounters);

  constructor(shared: SharedCounts, name: string, windowMs: number) {
    this.#shared = shared;
    this.#group = new CountGroup(`login ${name}`, windowMs);
  }

  find(key: string): SharedCount | undefined {
    return this.#counts.find(key);
  }

  getOrCreate(key: string): SharedCount {
    return this.#counts.getOrCreate(key, () => this.create(key));
  }

  /** Returns a count that is not in the map. */
  create(key: string): SharedCount {
    return this.#shared.create(this.#group, key);
  }

  /** Adds a count to the map, unless it has another one with this key. */
  adopt(count: SharedCount): void {
    this.#counts.getOrCreate(count.key, () => count);
  }
}

/** The counters of the login throttle. */
export class ThrottleCounts {
  readonly #clock: Clock;
  readonly #shared: SharedCounts;
  readonly #senders: Counts;
  readonly #passwords: Counts;
  readonly #accounts: Counts;
  readonly #pairs: Counts;
  // Separate maps, to which only valid secrets add, so that failures cannot evict a trusted address.
  readonly #trusts: Counts;
  readonly #trusted: Counts;
  /** The times at which `refresh` has read the trust in senders, in milliseconds since 1970. */
  readonly #refreshed = new BoundedMap<string, { at: number }>(maxCounters);

  constructor(clock: Clock, shared: SharedCounts) {
    this.#clock = clock;
    this.#shared = shared;
    this.#senders = new Counts(shared, 'sender', senderWindowMs);
    this.#passwords = new Counts(shared, 'passwords of sender', accountWindowMs);
    this.#accounts = new Counts(shared, 'account', accountWindowMs);
    this.#pairs = new Counts(shared, 'sender at account', accountWindowMs);
    this.#trusts = new Counts(shared, 'trust', trustMs);
    this.#trusted = new Counts(shared, 'trusted sender at account', accountWindowMs);
  }

  /** Returns the failures that this process has counted. */
  own({ sender, name, pair }: Keys): OwnCounts {
    const now = this.#clock();
    const trustedSince = this.#trustedSince(pair);
    const trusted = this.#trusted.find(pair);
    return {
      sender: this.#senders.find(sender)?.ownAttempts(now) ?? 0,
      account: this.#accounts.find(name)?.ownAttempts(now) ?? 0,
      pair: this.#pairs.find(pair)?.ownAttempts(now) ?? 0,
      passwords: this.#passwords.find(sender)?.ownAttempts(now) ?? 0,
      trusted: trusted && trusted.own.since >= (trustedSince ?? 0) ? trusted.ownAttempts(now) : 0,
    };
  }

  /** Returns the numbers of failures in all processes. `own` replaces those of this process. */
  failures({ sender, name, pair }: Keys, own?: OwnCounts): Failures {
    const now = this.#clock();
    const trustedSince = this.#trustedSince(pair);
    return {
      sender: this.#senders.find(sender)?.total(now, own?.sender) ?? 0,
      account: this.#accounts.find(name)?.total(now, own?.account) ?? 0,
      pair:
        (trustedSince === undefined
          ? this.#pairs.find(pair)?.total(now, own?.pair)
          : this.#trusted.find(pair)?.total(now, own?.trusted, trustedSince)) ?? 0,
    };
  }

  /** Returns the number of wrong account passwords of the sender in all processes. */
  passwordFailures({ sender }: Keys, own: OwnCounts): number {
    return this.#passwords.find(sender)?.total(this.#clock(), own.passwords) ?? 0;
  }

  /** Returns the milliseconds until the number of failures of the sender is less than `max`; 0 if it is less now. */
  msUntilBelow({ sender }: Keys, max: number, own: OwnCounts): number {
    return this.#senders.find(sender)?.msUntilBelow(max, this.#clock(), own.sender) ?? 0;
  }

  /** Returns whether the account trusts the sender. */
  isTrusted(keys: Keys, own?: OwnCounts): boolean {
    return this.#trustedSince(keys.pair) !== undefined && this.failures(keys, own).pair <= freeFailures;
  }

  /** Counts a failure in this process. Returns a function that removes it again. */
  add({ sender, name, pair }: Keys, isPassword: boolean): () => void {
    const trustedSince = this.#trustedSince(pair);
    const ofPair = (trustedSince === undefined ? this.#pairs : this.#trusted).getOrCreate(pair);
    // Failures before the latest success no longer count.
    if (trustedSince !== undefined && ofPair.own.since < trustedSince)
      this.#shared.set(ofPair, { since: this.#clock(), attempts: 0 });
    const counts = [this.#accounts.getOrCreate(name), ofPair, this.#senders.getOrCreate(sender)];
    if (isPassword) counts.push(this.#passwords.getOrCreate(sender));
    for (const count of counts) this.#shared.add(count, 1);
    return () => {
      for (const count of counts) this.#shared.add(count, -1);
    };
  }

  /** Resets the failures of the sender at the account and trusts it there. */
  trust(keys: Keys): void {
    const now = this.#clock();
    const trust = this.#trusts.getOrCreate(keys.pair);
    const isRecent = trust.own.attempts > 0 && now - trust.own.since < trustRenewalMs;
    if (isRecent && this.failures(keys).pair === 0) return;
    this.#shared.set(trust, { since: now, attempts: 1 });
    const trusted = this.#trusted.find(keys.pair);
    if (trusted && trusted.own.attempts > 0) this.#shared.set(trusted, { since: now, attempts: 0 });
  }

  /**
   * Reads whether the account trusts the sender, and the failures of the sender, in other processes, unless that was done within the last
   * second. Adds no counters, so that attempts that are rejected evict none. Resolves also if that fails (see `SharedCounts`).
   */
  async refresh({ sender, pair }: Keys): Promise<void> {
    const known = this.#refreshed.getOrCreate(pair, () => ({ at: Number.NEGATIVE_INFINITY }));
    const ofSender = this.#senders.find(sender);
    if (!ofSender || this.#clock() - known.at < maxAgeMs) return;
    known.at = this.#clock();
    await this.#exchange(pair, [ofSender]);
  }

  /** Stores the failures of this process, and reads those of the others. Resolves also if that fails (see `SharedCounts`). */
  exchange({ sender, name, pair }: Keys): Promise<void> {
    return this.#exchange(pair, [
      ...[this.#senders.getOrCreate(sender), this.#passwords.getOrCreate(sender)],
      ...[this.#accounts.getOrCreate(name), this.#pairs.getOrCreate(pair)],
    ]);
  }

  /** Does the same as `exchange` within a second, and does not read the trust of the account in the sender. */
  exchangeLater({ sender, name, pair }: Keys): void {
    this.#shared.requestLater([
      ...[this.#senders.getOrCreate(sender), this.#accounts.getOrCreate(name)],
      this.#pairs.getOrCreate(pair),
    ]);
  }

  /** Exchanges counts together with the trust of an account in a sender. */
  async #exchange(pair: string, counts: readonly SharedCount[]): Promise<void> {
    const ofTrust = [this.#trusts, this.#trusted].map((all) => ({ all, count: all.find(pair) ?? all.create(pair) }));
    await this.#shared.exchange([...counts, ...ofTrust.map(({ count }) => count)]);
    for (const { all, count } of ofTrust) if (count.others.length > 0) all.adopt(count);
  }

  /** Returns the time of the latest success of the sender at the account of which this process knows; undefined if the sender is not trusted. */
  trustedSince({ pair }: Keys): number | undefined {
    return this.#trustedSince(pair);
  }

  #trustedSince(pair: string): number | undefined {
    return this.#trusts.find(pair)?.parts(this.#clock()).at(-1)?.since;
  }
}
