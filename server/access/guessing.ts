// Limits against guessing (contract/README.md, decision 16; attacks-and-faults.md, checks 22 and 23). Counts are kept in
// memory, in each process its own: a guess must never cost a write.
import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedMap } from '../database/bounded-map.ts';
import { Refusal } from '../refusal.ts';
import { fold } from '../rendering/fold.ts';
import type { Clock } from '../time/zone.ts';
import { accountName } from './account-name.ts';
import { senderOf } from './sender.ts';

/** What is tried: a secret that people choose, or one of 142 random bits that no number of tries finds. */
export type SecretKind = 'password' | 'application-password';

/** One try to sign in. */
export interface Attempt {
  /** The sender's address, as the edge found it out. */
  readonly from: string;
  /** The name that was sent, as it was sent, whether there is such an account or not. */
  readonly account: string;
  readonly secret: SecretKind;
}

/** What the limits say about a try. */
export type Verdict =
  /** It may be made; `wait` is how long its failure is held back. Milliseconds. */
  | { readonly wait: number }
  /** Too many have failed from this address; trying again helps after so many seconds. */
  | { readonly retryAfter: number };

/** Failures from one address within a minute, past which nothing more from there is looked at. */
export const mostFailures = 100;

/** How long failures of an address count, and those of an account. Milliseconds. */
const minute = 60_000;
const quarter = 15 * minute;

/** So many failures cost nothing; each further one doubles the wait, up to the longest. Milliseconds. */
const freeFailures = 5;
const firstWait = 100;
const longestWait = 5000;

/** How many senders, accounts and pairs of them are remembered: at most twice as many. */
const remembered = 10_000;

/** How many tries may wait at once; further ones are answered at once. */
const mostWaiting = 1000;

/** Failures since a moment; after `span` they are forgotten together. */
interface Count {
  since: number;
  failures: number;
}

/** Failures of a sender at an account since its last success there. */
interface Pair extends Count {
  /** Has this sender signed in to the account since it is remembered? */
  known: boolean;
}

/** The growing wait: nothing for the first five failures, then 100 ms, 200 ms … 5 s. */
export const waitAfter = (failures: number): number =>
  failures <= freeFailures ? 0 : Math.min(firstWait * 2 ** (failures - freeFailures - 1), longestWait);

interface Parts {
  readonly clock: Clock;
  /** Waits so many milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** Told of each failure, with the name that was meant and how many this sender has had within a minute. */
  readonly onFailed?: (attempt: Attempt, failures: number) => void;
}

/** The door that every try to sign in goes through. */
export interface Guessing {
  /**
   * What the limits say about a try, nothing counted.
   *
   * Past 100 failures a minute from one sender nothing more from there is looked at, unless the sender is at home in the
   * account: it has signed in there, and failed five times at most since. The wait grows with the failures of the sender at
   * the account, with every tenth failure of the sender at all accounts, and, for who is not at home there, with every tenth
   * failure at the account from wherever. It depends on the name that was sent, never on whether there is such an account.
   */
  before(attempt: Attempt): Verdict;
  /** Counts a failure. */
  failed(attempt: Attempt): void;
  /** Forgets the failures of the sender at the account. */
  succeeded(attempt: Attempt): void;
  /**
   * Makes a try: what `check` finds, or undefined, after the wait, where it finds nothing.
   *
   * A `password` waits before it is looked at and counts as failed until it has been found right, so that tries side by side
   * gain nothing. An `application-password` that is right never waits: no other sender's mistakes lock a program out.
   *
   * Throws Refusal 429 `rest_too_many_failed_attempts` with Retry-After; what `check` throws is no failure.
   */
  guard<T>(attempt: Attempt, check: () => Promise<T | undefined>): Promise<T | undefined>;
}

/** Makes the door, nothing counted yet. */
export function makeGuessing({ clock, pause = sleep, onFailed = () => {} }: Parts): Guessing {
  const senders = new BoundedMap<string, Count>(remembered);
  const accounts = new BoundedMap<string, Count>(remembered);
  const pairs = new BoundedMap<string, Pair>(remembered);
  let waiting = 0;

  const keysOf = ({ from, account, secret }: Attempt) => {
    const sender = senderOf(from);
    const name = `${secret} ${fold(accountName(account)).slice(0, 100)}`;
    return { sender, name, pair: `${sender} ${name}` };
  };
  const current = (count: Count | undefined, span: number): number =>
    count === undefined || clock() - count.since >= span ? 0 : count.failures;
  const add = (count: Count, span: number, n: number): void => {
    if (clock() - count.since >= span) Object.assign(count, { since: clock(), failures: 0 });
    count.failures = Math.max(0, count.failures + n);
  };
  const count = (attempt: Attempt, n: 1 | -1): void => {
    const { sender, name, pair } = keysOf(attempt);
    const none = () => ({ since: clock(), failures: 0 });
    add(accounts.getOrMake(name, none), quarter, n);
    add(
      pairs.getOrMake(pair, () => ({ ...none(), known: false })),
      quarter,
      n,
    );
    add(senders.getOrMake(sender, none), minute, n);
  };
  const wait = async (milliseconds: number): Promise<void> => {
    if (milliseconds === 0 || waiting >= mostWaiting) return;
    waiting += 1;
    try {
      await pause(milliseconds);
    } finally {
      waiting -= 1;
    }
  };

  const before: Guessing['before'] = (attempt) => {
    const { sender, name, pair } = keysOf(attempt);
    const held = pairs.find(pair);
    const ofPair = current(held, quarter);
    const isAtHome = held?.known === true && ofPair <= freeFailures;
    const bySender = senders.find(sender);
    const ofSender = current(bySender, minute);
    if (ofSender >= mostFailures && !isAtHome) {
      const left = minute - (clock() - (bySender?.since ?? 0));
      return { retryAfter: Math.max(1, Math.ceil(left / 1000)) };
    }
    const ofAccount = isAtHome ? 0 : current(accounts.find(name), quarter);
    return { wait: waitAfter(Math.max(ofPair, Math.floor(ofSender / 10), Math.floor(ofAccount / 10))) };
  };
  const failed: Guessing['failed'] = (attempt) => count(attempt, 1);
  const succeeded: Guessing['succeeded'] = (attempt) => {
    const { pair } = keysOf(attempt);
    Object.assign(
      pairs.getOrMake(pair, () => ({ since: 0, failures: 0, known: true })),
      { failures: 0, known: true },
    );
  };

  return {
    before,
    failed,
    succeeded,
    async guard(attempt, check) {
      const verdict = before(attempt);
      if ('retryAfter' in verdict) throw tooMany(verdict.retryAfter);
      const isPassword = attempt.secret === 'password';
      if (isPassword) {
        failed(attempt);
        await wait(verdict.wait);
      }
      const takeBack = () => {
        if (isPassword) count(attempt, -1);
      };
      const found = await check().catch((error: unknown) => {
        takeBack();
        throw error;
      });
      if (found !== undefined) {
        takeBack();
        succeeded(attempt);
        return found;
      }
      if (!isPassword) failed(attempt);
      const tried = { ...attempt, account: accountName(attempt.account) };
      onFailed(tried, current(senders.find(senderOf(attempt.from)), minute));
      if (!isPassword) await wait(verdict.wait);
      return undefined;
    },
  };
}

const tooMany = (retryAfter: number): Refusal =>
  new Refusal(
    'rest_too_many_failed_attempts',
    429,
    'Too many attempts to sign in have failed from this address; wait before you try again.',
    { retryAfter, headers: { 'X-CMS-Credential': 'refused' }, unkept: true },
  );
