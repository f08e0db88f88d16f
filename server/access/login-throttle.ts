// Throttles login attempts (contract/README.md, decision 16; docs/security.md, Login throttling). Failures are counted in all processes of a
// site (throttle-counts.ts, docs/decisions/0033-state-of-several-nodes.md).
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';
import { fold } from '../rendering/fold.ts';
import type { Clock } from '../time/zone.ts';
import { EventLoopQueue } from '../workers/event-loop-queue.ts';
import { InFlightCounter } from '../workers/in-flight-counter.ts';
import { normalizeUsername } from './normalize-username.ts';
import { senderKey } from './sender-key.ts';
import { SharedCounts } from './shared-counts.ts';
import { freeFailures, type Keys, type OwnCounts, ThrottleCounts } from './throttle-counts.ts';

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

/** The first and maximum delay in milliseconds; each failure after those without delay doubles the delay. */
const firstDelayMs = 100;
const maxDelayMs = 5000;

/** Maximum number of delayed attempts; further ones are not delayed. */
const maxDelayed = 1000;

/** Returns the delay after a number of failures: none for the first five, then 100 ms, 200 ms … 5 s. */
export const delayAfter = (failures: number): number =>
  failures <= freeFailures ? 0 : Math.min(firstDelayMs * 2 ** (failures - freeFailures - 1), maxDelayMs);

interface Deps {
  readonly clock: Clock;
  /** The counts of all processes. Default: only those of this one. */
  readonly counts?: SharedCounts;
  /** Resolves after the given number of milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** Called after each failure, with the normalized username and the sender's number of failures within a minute. */
  readonly onFailed?: (attempt: Attempt, failures: number) => void;
}

/** Throttle for all login attempts. */
export interface LoginThrottle {
  /**
   * Returns the decision about an attempt without counting it, as far as this process knows the failures in others.
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
   * attempts gain nothing, neither in one process nor in several. A valid `application-password` is never delayed, so that failures of other
   * clients cannot lock a client out. Failures with application passwords in other processes count within about a second: guesses cannot
   * succeed, and waiting for the database would cost more than a guess.
   *
   * Throws ApiError 429 `rest_too_many_failed_attempts` with Retry-After. An error thrown by `check` does not count as a failure.
   */
  guard<T>(attempt: Attempt, check: (rank: Rank) => Promise<T | undefined>): Promise<T | undefined>;
}

function keysOf({ from, account, secret }: Attempt): Keys {
  const sender = senderKey(from);
  const name = `${secret} ${fold(normalizeUsername(account)).slice(0, 100)}`;
  const pair = `${sender} ${name}`;
  return { sender: secret === 'entry-password' ? pair : sender, name, pair };
}

/** Returns a throttle. Its counters are empty if they are not shared with other processes. */
export function makeLoginThrottle({ clock, counts: shared, pause = sleep, onFailed = () => {} }: Deps): LoginThrottle {
  const counts = new ThrottleCounts(clock, shared ?? new SharedCounts({ clock, key: '', store: undefined }));
  const inFlight = new InFlightCounter();
  const eventLoopQueue = new EventLoopQueue();
  let waiting = 0;

  const wait = async (milliseconds: number): Promise<void> => {
    if (milliseconds === 0 || waiting >= maxDelayed) return;
    waiting += 1;
    try {
      await pause(milliseconds);
    } finally {
      waiting -= 1;
    }
  };
  /** Returns the decision about an attempt. `own` are the counts of this process before it. */
  const decide = (keys: Keys, secret: SecretKind, own: OwnCounts = counts.own(keys)): ThrottleDecision => {
    const isTrusted = counts.isTrusted(keys, own);
    const remainingMs = isTrusted ? 0 : counts.msUntilBelow(keys, limits[secret], own);
    if (remainingMs > 0) return { retryAfter: Math.max(1, Math.ceil(remainingMs / 1000)) };
    const { pair, sender, account } = counts.failures(keys, own);
    return { wait: delayAfter(Math.max(pair, Math.floor(sender / 10), isTrusted ? 0 : Math.floor(account / 10))) };
  };
  /** Returns the delay of an attempt. Throws ApiError 429 if the attempt is rejected. */
  const requireAllowed = (keys: Keys, secret: SecretKind, own?: OwnCounts): number => {
    const decision = decide(keys, secret, own);
    if ('retryAfter' in decision) throw tooManyAttempts(decision.retryAfter, secret);
    return decision.wait;
  };

  return {
    decide: (attempt) => decide(keysOf(attempt), attempt.secret),
    failed: (attempt) => void counts.add(keysOf(attempt), attempt.secret === 'password'),
    succeeded: (attempt) => counts.trust(keysOf(attempt)),
    async guard(attempt, check) {
      const { secret, isForMany = false } = attempt;
      const keys = keysOf(attempt);
      if (!counts.isTrusted(keys)) await eventLoopQueue.next();
      // Another process may trust the sender, or may have counted attempts that have succeeded since.
      if ('retryAfter' in decide(keys, secret)) await counts.refresh(keys);
      let delay = requireAllowed(keys, secret);
      let own = counts.own(keys);
      const isUserChosen = secret !== 'application-password';
      const others = inFlight.begin(keys.pair);
      const count = () => (isUserChosen ? counts.add(keys, secret === 'password') : () => {});
      let uncount = count();
      try {
        // A trusted sender needs no statement for the passwords of entries, which pages submit with each request.
        if (isUserChosen && !(secret === 'entry-password' && counts.isTrusted(keys, own))) {
          const trustedSince = counts.trustedSince(keys);
          await counts.exchange(keys);
          // If the account trusts the sender since another time, its failures since then are counted by themselves.
          if (counts.trustedSince(keys) !== trustedSince) {
            uncount();
            own = counts.own(keys);
            uncount = count();
            await counts.exchange(keys);
          }
          delay = requireAllowed(keys, secret, own);
        }
        const rank = counts.isTrusted(keys, own) ? others - 1 : counts.passwordFailures(keys, own);
        if (isUserChosen) await wait(delay);
        const found = await check(rank);
        if (found !== undefined) {
          uncount();
          if (!isForMany) counts.trust(keys);
          return found;
        }
      } catch (error) {
        uncount();
        throw error;
      } finally {
        inFlight.end(keys.pair);
      }
      if (!isUserChosen) {
        counts.add(keys, false);
        counts.exchangeLater(keys);
      }
      onFailed({ ...attempt, account: normalizeUsername(attempt.account) }, counts.failures(keys).sender);
      if (!isUserChosen) await wait(delay);
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
