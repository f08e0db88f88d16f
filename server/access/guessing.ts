// Limits against guessing (contract/README.md, decision 16; attacks-and-faults.md, checks 22 and 23). Counts are kept in
// memory, in each process its own: a guess must never cost a write.
import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedMap } from '../database/bounded-map.ts';
import { Refusal } from '../refusal.ts';
import { fold } from '../rendering/fold.ts';
import type { Clock } from '../time/zone.ts';
import { accountName } from './account-name.ts';
import { senderOf } from './sender.ts';
import { Turns } from './turns.ts';
import { UnderWay } from './under-way.ts';

/** What is tried: secrets that people choose, of an account or an entry, or one of 142 random bits that no number of tries finds. */
export type SecretKind = 'password' | 'entry-password' | 'application-password';

/** One try to sign in. */
export interface Attempt {
  /** The sender's address, as the edge found it out. */
  readonly from: string;
  /** The name that was sent, as it was sent, whether there is such an account or not; the number of an entry. */
  readonly account: string;
  readonly secret: SecretKind;
  /** It is tried at many things at once: that it fits one of them forgets no failure, and makes the sender at home nowhere. */
  readonly atMany?: boolean;
}

/**
 * Before whom a try is looked at where many wait: the lower first. Who is at home in the account has -1, and more for each other
 * try of theirs there that is looked at; others have as many as their failures within a quarter of an hour.
 */
export type Rank = number;

/** What the limits say about a try. */
export type Verdict =
  /** It may be made; `wait` is how long its failure is held back. Milliseconds. */
  | { readonly wait: number }
  /** Too many have failed from this address; trying again helps after so many seconds. */
  | { readonly retryAfter: number };

/** Failures from one address within a minute, past which nothing more from there is looked at. */
export const mostFailures = 100;

/** The same of one address at one entry, whose password may be a short one. */
export const mostFailuresAtEntry = 10;

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
   * account: it has signed in there, and failed five times at most since. Failures at an entry's password count for that
   * entry alone, and past 10 a minute the sender is refused there. The wait grows with the failures of the sender at
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
   * What people choose waits before it is looked at and counts as failed until it has been found right, so that tries side by
   * side gain nothing. An `application-password` that is right never waits: no other sender's mistakes lock a program out.
   *
   * Throws Refusal 429 `rest_too_many_failed_attempts` with Retry-After; what `check` throws is no failure.
   */
  guard<T>(attempt: Attempt, check: (rank: Rank) => Promise<T | undefined>): Promise<T | undefined>;
}

/** By what tries are counted. */
interface Keys {
  /** The sender, or the sender at one entry. */
  readonly sender: string;
  readonly name: string;
  readonly pair: string;
}

function keysOf({ from, account, secret }: Attempt): Keys {
  const sender = senderOf(from);
  const name = `${secret} ${fold(accountName(account)).slice(0, 100)}`;
  const pair = `${sender} ${name}`;
  return { sender: secret === 'entry-password' ? pair : sender, name, pair };
}

/** Makes the door, nothing counted yet. */
export function makeGuessing({ clock, pause = sleep, onFailed = () => {} }: Parts): Guessing {
  const senders = new BoundedMap<string, Count>(remembered);
  const longer = new BoundedMap<string, Count>(remembered);
  const accounts = new BoundedMap<string, Count>(remembered);
  const pairs = new BoundedMap<string, Count>(remembered);
  // Apart from the others, for only a right secret comes in here: no number of wrong ones makes anybody forgotten.
  const homes = new BoundedMap<string, Count>(remembered);
  const underWay = new UnderWay();
  const turns = new Turns();
  let waiting = 0;

  const none = (): Count => ({ since: clock(), failures: 0 });
  const current = (count: Count | undefined, span: number): number =>
    count === undefined || clock() - count.since >= span ? 0 : count.failures;
  const add = (count: Count, span: number, n: number): void => {
    if (clock() - count.since >= span) Object.assign(count, none());
    count.failures = Math.max(0, count.failures + n);
  };
  const count = ({ sender, name, pair }: Keys, secret: SecretKind, n: 1 | -1): void => {
    add(accounts.getOrMake(name, none), quarter, n);
    add(homes.find(pair) ?? pairs.getOrMake(pair, none), quarter, n);
    add(senders.getOrMake(sender, none), minute, n);
    if (secret === 'password') add(longer.getOrMake(sender, none), quarter, n);
  };
  const isAtHome = ({ pair }: Keys): boolean => {
    const home = homes.find(pair);
    return home !== undefined && current(home, quarter) <= freeFailures;
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
  const judge = (keys: Keys, secret: SecretKind): Verdict => {
    const atHome = isAtHome(keys);
    const bySender = senders.find(keys.sender);
    const ofSender = current(bySender, minute);
    if (ofSender >= ceilings[secret] && !atHome) {
      const left = minute - (clock() - (bySender?.since ?? 0));
      return { retryAfter: Math.max(1, Math.ceil(left / 1000)) };
    }
    const ofPair = current(homes.find(keys.pair) ?? pairs.find(keys.pair), quarter);
    const ofAccount = atHome ? 0 : current(accounts.find(keys.name), quarter);
    return { wait: waitAfter(Math.max(ofPair, Math.floor(ofSender / 10), Math.floor(ofAccount / 10))) };
  };
  const welcome = ({ pair }: Keys): void => {
    Object.assign(homes.getOrMake(pair, none), none());
  };

  return {
    before: (attempt) => judge(keysOf(attempt), attempt.secret),
    failed: (attempt) => count(keysOf(attempt), attempt.secret, 1),
    succeeded: (attempt) => welcome(keysOf(attempt)),
    async guard(attempt, check) {
      const { secret, atMany = false } = attempt;
      const keys = keysOf(attempt);
      if (!isAtHome(keys)) await turns.next();
      const verdict = judge(keys, secret);
      if ('retryAfter' in verdict) throw tooMany(verdict.retryAfter, secret);
      const isChosen = secret !== 'application-password';
      const others = underWay.begin(keys.pair);
      const rank = isAtHome(keys) ? others - 1 : current(longer.find(keys.sender), quarter);
      if (isChosen) count(keys, secret, 1);
      const takeBack = () => {
        if (isChosen) count(keys, secret, -1);
      };
      try {
        if (isChosen) await wait(verdict.wait);
        const found = await check(rank);
        if (found !== undefined) {
          takeBack();
          if (!atMany) welcome(keys);
          return found;
        }
      } catch (error) {
        takeBack();
        throw error;
      } finally {
        underWay.end(keys.pair);
      }
      if (!isChosen) count(keys, secret, 1);
      onFailed({ ...attempt, account: accountName(attempt.account) }, current(senders.find(keys.sender), minute));
      if (!isChosen) await wait(verdict.wait);
      await turns.next();
      return undefined;
    },
  };
}

const ceilings: Readonly<Record<SecretKind, number>> = {
  password: mostFailures,
  'application-password': mostFailures,
  'entry-password': mostFailuresAtEntry,
};

const tooMany = (retryAfter: number, secret: SecretKind): Refusal =>
  secret === 'entry-password'
    ? new Refusal(
        'rest_too_many_failed_attempts',
        429,
        'Too many wrong passwords have come from this address; wait before you try another one.',
        { retryAfter, unkept: true },
      )
    : new Refusal(
        'rest_too_many_failed_attempts',
        429,
        'Too many attempts to sign in have failed from this address; wait before you try again.',
        { retryAfter, headers: { 'X-CMS-Credential': 'refused' }, unkept: true },
      );
