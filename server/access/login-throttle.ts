// Throttles login attempts (contract/README.md, decision 16; docs/security.md, Login throttling). Each process has separate counters in
// memory, so that counting an attempt never causes a write.
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';
import { BoundedMap } from '../database/bounded-map.ts';
import { fold } from '../rendering/fold.ts';
import type { Clock } from '../time/zone.ts';
import { EventLoopQueue } from '../workers/event-loop-queue.ts';
import { InFlightCounter } from '../workers/in-flight-counter.ts';
import { normalizeUsername } from './normalize-username.ts';
import { senderKey } from './sender-key.ts';

/** Type of the secret: a password of an account or an entry, chosen by a user, or an application password of 142 random bits. */
export type SecretKind = 'password' | 'entry-password' | 'application-password';

/** A login attempt. */
export interface Attempt {
  /** IP address of the sender, as determined by the HTTP edge. */
  readonly from: string;
  /** Submitted username, whether or not such an account exists; the ID of an entry for entry passwords. */
  readonly account: string;
  readonly secret: SecretKind;
  /** Whether the secret is checked against many entries; a match then neither resets failures nor makes the sender trusted. */
  readonly isForMany?: boolean;
}

/**
 * Priority of a queued attempt; lower ranks are checked first. For an address that the account trusts, it is the number of other attempts
 * in flight from there at the account, minus 1; for other addresses, the number of wrong account passwords of the sender within 15 minutes.
 */
export type Rank = number;

/** Decision of the throttle about an attempt. */
export type ThrottleDecision =
  /** The attempt is allowed; `wait` is the delay of a failure, in milliseconds. */
  | { readonly wait: number }
  /** Too many attempts have failed from this address; it may retry after this many seconds. */
  | { readonly retryAfter: number };

/** Maximum number of failures of one sender per minute; further attempts from untrusted addresses are rejected without a check. */
export const maxFailures = 100;

/** Maximum number of failures per minute of one sender at one entry. It is lower because entry passwords may be short. */
const maxFailuresPerEntry = 10;

/**
 * Time windows in which the failures of a sender and of an account are counted, in milliseconds. The second also applies to wrong account
 * passwords of a sender.
 */
const senderWindowMs = 60_000;
const accountWindowMs = 15 * senderWindowMs;

/** Number of failures without delay, and the first and maximum delay in milliseconds; each further failure doubles the delay. */
const freeFailures = 5;
const firstDelayMs = 100;
const maxDelayMs = 5000;

/** Size of a generation of each counter map; a map holds at most twice as many entries. */
const maxCounters = 10_000;

/** Maximum number of delayed attempts; further ones are not delayed. */
const maxDelayed = 1000;

/** Failures since a timestamp (milliseconds since 1970); they expire together after a time window. */
interface Count {
  since: number;
  failures: number;
}

/** Returns the delay after a number of failures: none for the first five, then 100 ms, 200 ms … 5 s. */
export const delayAfter = (failures: number): number =>
  failures <= freeFailures ? 0 : Math.min(firstDelayMs * 2 ** (failures - freeFailures - 1), maxDelayMs);

interface Deps {
  readonly clock: Clock;
  /** Resolves after the given number of milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** Called after each failure, with the normalized username and the sender's number of failures within a minute. */
  readonly onFailed?: (attempt: Attempt, failures: number) => void;
}

/** Throttle for all login attempts. */
export interface LoginThrottle {
  /**
   * Returns the decision about an attempt without counting it.
   *
   * After 100 failures within a minute, a sender is rejected, unless the account trusts its address. The account trusts an address after a
   * successful login from it, until more than five failures have followed within 15 minutes. Failures with entry passwords count only for
   * that entry, where the sender is rejected after 10 failures within a minute. The delay grows with the failures of the sender at the
   * account, with every tenth failure of the sender at all accounts, and, for untrusted addresses, with every tenth failure at the account
   * from any address. The delay depends on the submitted username, but not on whether such an account exists.
   */
  decide(attempt: Attempt): ThrottleDecision;
  /** Counts a failure. */
  failed(attempt: Attempt): void;
  /** Resets the failures of the sender at the account and trusts its address there. */
  succeeded(attempt: Attempt): void;
  /**
   * Performs an attempt: returns the result of `check` or, if that is undefined, returns undefined after the delay.
   *
   * Passwords chosen by users are delayed before the check and count as failed until they have been verified, so that concurrent
   * attempts gain nothing. A valid `application-password` is never delayed, so that failures of other clients cannot lock a client out.
   *
   * Throws ApiError 429 `rest_too_many_failed_attempts` with Retry-After. An error thrown by `check` does not count as a failure.
   */
  guard<T>(attempt: Attempt, check: (rank: Rank) => Promise<T | undefined>): Promise<T | undefined>;
}

/** Keys of the counters of an attempt. */
interface Keys {
  /** Key of the sender, or of the sender at one entry. */
  readonly sender: string;
  readonly name: string;
  readonly pair: string;
}

function keysOf({ from, account, secret }: Attempt): Keys {
  const sender = senderKey(from);
  const name = `${secret} ${fold(normalizeUsername(account)).slice(0, 100)}`;
  const pair = `${sender} ${name}`;
  return { sender: secret === 'entry-password' ? pair : sender, name, pair };
}

/** Returns a throttle with empty counters. */
export function makeLoginThrottle({ clock, pause = sleep, onFailed = () => {} }: Deps): LoginThrottle {
  const senders = new BoundedMap<string, Count>(maxCounters);
  const passwordFailures = new BoundedMap<string, Count>(maxCounters);
  const accounts = new BoundedMap<string, Count>(maxCounters);
  const pairs = new BoundedMap<string, Count>(maxCounters);
  // A separate map, to which only valid secrets add, so that failures cannot evict a trusted address.
  const trustedPairs = new BoundedMap<string, Count>(maxCounters);
  const inFlight = new InFlightCounter();
  const eventLoopQueue = new EventLoopQueue();
  let waiting = 0;

  const none = (): Count => ({ since: clock(), failures: 0 });
  const current = (count: Count | undefined, span: number): number =>
    count === undefined || clock() - count.since >= span ? 0 : count.failures;
  const add = (count: Count, span: number, n: number): void => {
    if (clock() - count.since >= span) Object.assign(count, none());
    count.failures = Math.max(0, count.failures + n);
  };
  const count = ({ sender, name, pair }: Keys, secret: SecretKind, n: 1 | -1): void => {
    add(accounts.getOrCreate(name, none), accountWindowMs, n);
    add(trustedPairs.find(pair) ?? pairs.getOrCreate(pair, none), accountWindowMs, n);
    add(senders.getOrCreate(sender, none), senderWindowMs, n);
    if (secret === 'password') add(passwordFailures.getOrCreate(sender, none), accountWindowMs, n);
  };
  const isTrusted = ({ pair }: Keys): boolean => {
    const trustedCount = trustedPairs.find(pair);
    return trustedCount !== undefined && current(trustedCount, accountWindowMs) <= freeFailures;
  };
  const wait = async (milliseconds: number): Promise<void> => {
    if (milliseconds === 0 || waiting >= maxDelayed) return;
    waiting += 1;
    try {
      await pause(milliseconds);
    } finally {
      waiting -= 1;
    }
  };
  const decideForKeys = (keys: Keys, secret: SecretKind): ThrottleDecision => {
    const isTrustedSender = isTrusted(keys);
    const senderCount = senders.find(keys.sender);
    const senderFailures = current(senderCount, senderWindowMs);
    if (senderFailures >= limits[secret] && !isTrustedSender) {
      const remainingMs = senderWindowMs - (clock() - (senderCount?.since ?? 0));
      return { retryAfter: Math.max(1, Math.ceil(remainingMs / 1000)) };
    }
    const pairFailures = current(trustedPairs.find(keys.pair) ?? pairs.find(keys.pair), accountWindowMs);
    const accountFailures = isTrustedSender ? 0 : current(accounts.find(keys.name), accountWindowMs);
    return {
      wait: delayAfter(Math.max(pairFailures, Math.floor(senderFailures / 10), Math.floor(accountFailures / 10))),
    };
  };
  const trust = ({ pair }: Keys): void => {
    Object.assign(trustedPairs.getOrCreate(pair, none), none());
  };

  return {
    decide: (attempt) => decideForKeys(keysOf(attempt), attempt.secret),
    failed: (attempt) => count(keysOf(attempt), attempt.secret, 1),
    succeeded: (attempt) => trust(keysOf(attempt)),
    async guard(attempt, check) {
      const { secret, isForMany = false } = attempt;
      const keys = keysOf(attempt);
      if (!isTrusted(keys)) await eventLoopQueue.next();
      const decision = decideForKeys(keys, secret);
      if ('retryAfter' in decision) throw tooManyAttempts(decision.retryAfter, secret);
      const isUserChosen = secret !== 'application-password';
      const others = inFlight.begin(keys.pair);
      const rank = isTrusted(keys) ? others - 1 : current(passwordFailures.find(keys.sender), accountWindowMs);
      if (isUserChosen) count(keys, secret, 1);
      const uncount = () => {
        if (isUserChosen) count(keys, secret, -1);
      };
      try {
        if (isUserChosen) await wait(decision.wait);
        const found = await check(rank);
        if (found !== undefined) {
          uncount();
          if (!isForMany) trust(keys);
          return found;
        }
      } catch (error) {
        uncount();
        throw error;
      } finally {
        inFlight.end(keys.pair);
      }
      if (!isUserChosen) count(keys, secret, 1);
      onFailed(
        { ...attempt, account: normalizeUsername(attempt.account) },
        current(senders.find(keys.sender), senderWindowMs),
      );
      if (!isUserChosen) await wait(decision.wait);
      await eventLoopQueue.next();
      return undefined;
    },
  };
}

const limits: Readonly<Record<SecretKind, number>> = {
  password: maxFailures,
  'application-password': maxFailures,
  'entry-password': maxFailuresPerEntry,
};

const tooManyAttempts = (retryAfter: number, secret: SecretKind): ApiError =>
  secret === 'entry-password'
    ? new ApiError(
        'rest_too_many_failed_attempts',
        429,
        `Too many wrong passwords from this address; try again in ${retryAfter} seconds.`,
        { retryAfter, uncached: true },
      )
    : new ApiError(
        'rest_too_many_failed_attempts',
        429,
        `Too many failed login attempts from this address; try again in ${retryAfter} seconds.`,
        { retryAfter, headers: { 'X-CMS-Credential': 'refused' }, uncached: true },
      );
