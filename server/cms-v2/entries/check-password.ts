// Checks the passwords of entries. The checks are throttled, so that passwords cannot be guessed.
import { timingSafeEqual } from 'node:crypto';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Attempt, LoginThrottle } from '../../access/login-throttle.ts';
import { keyedHash } from '../../access/secrets.ts';
import { ApiError } from '../../api-error.ts';
import type { Call } from '../../http/module.ts';
import { type CheckedEntry, editCondition, passes } from './conditions.ts';

/** An entry with its password. */
interface ProtectedEntry extends CheckedEntry {
  readonly password: string;
}

/** Returns all entry passwords in the parameters of a request. Permission checks and presenters use no other passwords. */
export const passwordsIn = ({ args, query, submitted }: Call): string[] => {
  const all = new Set([args.password, query.password, submitted('password')]);
  return [...all].filter((each): each is string => typeof each === 'string' && each !== '');
};

/** Returns an attempt by a client (an IP address) to enter the password of an entry, as the login throttle expects it. */
const attemptFor = (clientAddress: string, entry: number): Attempt => ({
  from: clientAddress,
  account: String(entry),
  secret: 'entry-password',
});

/** Checks the passwords of entries, and throttles the clients that submit wrong ones. */
export class EntryPasswords {
  readonly #throttle: LoginThrottle;
  readonly #key: string;

  /** `key` is the site's secret key for keyed hashes. */
  constructor(throttle: LoginThrottle, key: string) {
    this.#throttle = throttle;
    this.#key = key;
  }

  /** Returns whether a password is the password of the entry. Throws ApiError 429 `rest_too_many_failed_attempts` after too many failures. */
  async check(
    clientAddress: string,
    entry: Pick<ProtectedEntry, 'id' | 'password'>,
    password: string,
  ): Promise<boolean> {
    const check = async () => this.#isSame(password, entry.password) || undefined;
    return (await this.#throttle.guard(attemptFor(clientAddress, entry.id), check)) ?? false;
  }

  /** Does the same as `check`, but returns the number of seconds until the next attempt instead of throwing after too many failures. */
  async tryPassword(
    clientAddress: string,
    entry: Pick<ProtectedEntry, 'id' | 'password'>,
    password: string,
  ): Promise<boolean | { readonly secondsToWait: number }> {
    try {
      return await this.check(clientAddress, entry, password);
    } catch (error) {
      const retryAfter = error instanceof ApiError ? error.options.retryAfter : undefined;
      if (retryAfter === undefined) throw error;
      return { secondsToWait: retryAfter };
    }
  }

  /**
   * Checks the passwords in a request against an entry. A wrong password counts as a failure, even if the entry has no password. Nothing
   * is checked or counted for callers who may edit the entry, because they know its password.
   *
   * Throws ApiError 429 `rest_too_many_failed_attempts` after ten failures of one client at one entry within a minute, even if the
   * next password is correct.
   */
  async checkCall(call: Call, type: ContentType | undefined, entry: ProtectedEntry): Promise<void> {
    const passwords = passwordsIn(call);
    if (passwords.length === 0 || (type && passes(editCondition, call.actor, type, entry))) return;
    for (const password of passwords) await this.check(call.from, entry, password);
  }

  /**
   * Checks the passwords in a request against the protected entries of a list that the caller may not edit. Each password counts as one
   * attempt, and as a failure if none of these entries has it. The attempts of a client are counted together for all lists.
   *
   * Throws ApiError 429 `rest_too_many_failed_attempts` after too many failures.
   */
  async checkList(call: Call, type: ContentType, entries: readonly ProtectedEntry[]): Promise<void> {
    const protectedEntries = entries.filter(
      (each) => each.password !== '' && !passes(editCondition, call.actor, type, each),
    );
    if (protectedEntries.length === 0) return;
    for (const password of passwordsIn(call)) {
      const attempt = { from: call.from, account: 'list', secret: 'entry-password', isForMany: true } as const;
      await this.#throttle.guard(
        attempt,
        async () => protectedEntries.some((each) => this.#isSame(password, each.password)) || undefined,
      );
    }
  }

  /** Allows the attempts of a client that has proved otherwise that it knows the password of the entry. */
  recordSuccess(clientAddress: string, entry: number): void {
    this.#throttle.succeeded(attemptFor(clientAddress, entry));
  }

  /** Whether two strings are equal. The duration of the comparison does not depend on where they differ. */
  #isSame(submitted: string, expected: string): boolean {
    return timingSafeEqual(Buffer.from(keyedHash(this.#key, submitted)), Buffer.from(keyedHash(this.#key, expected)));
  }
}
