// Creates and checks nonces, which prevent cross-site request forgery: requests with a session cookie must contain a nonce, which
// other sites cannot know (users-and-comments.md §2.3).
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../time/zone.ts';
import { keyedHash } from './secrets.ts';

/** Validity interval in milliseconds: a nonce is valid in the half day in which it was created and in the next one. */
const halfDayMs = 12 * 3600_000;

/** Length of a nonce, in hexadecimal digits. */
const nonceLength = 10;

/** The session that a nonce belongs to. */
interface NonceOwner {
  readonly id: string;
  readonly user_id: number;
}

export interface Nonces {
  /** Returns the current nonce of a session. */
  of(session: NonceOwner): string;
  /** Returns whether a nonce belongs to a session and is still valid. */
  isValid(nonce: string, session: NonceOwner): boolean;
}

/** Returns the functions for a site's nonces; `key` is the key of its keyed hashes. */
export function makeNonces(key: string, clock: Clock): Nonces {
  const nonceFor = ({ id, user_id }: NonceOwner, age: number) =>
    keyedHash(key, `nonce ${Math.floor(clock() / halfDayMs) - age} ${user_id} ${id}`).slice(0, nonceLength);
  return {
    of: (session) => nonceFor(session, 0),
    isValid: (nonce, session) => [0, 1].some((age) => isEqualConstantTime(nonce, nonceFor(session, age))),
  };
}

/** Returns whether two strings are equal, compared in constant time. */
export function isEqualConstantTime(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
