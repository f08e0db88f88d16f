// Nonces: what a page of ours sends beside the session's cookie, because another site could not know it
// (users-and-comments.md §2.3).
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../time/zone.ts';
import { keyedHash } from './secrets.ts';

/** A nonce holds in the half day in which it was made, and in the next. Milliseconds. */
const halfDay = 12 * 3600_000;

/** How many hexadecimal digits a nonce has. */
const digits = 10;

/** Whom a nonce belongs to. */
interface Holder {
  readonly id: string;
  readonly user_id: number;
}

export interface Nonces {
  /** The nonce of a session at present. */
  of(session: Holder): string;
  /** Whether a nonce belongs to a session and still holds. */
  fits(nonce: string, session: Holder): boolean;
}

/** The nonces of a site; `key` is that of its hashes. */
export function makeNonces(key: string, clock: Clock): Nonces {
  const made = ({ id, user_id }: Holder, age: number) =>
    keyedHash(key, `nonce ${Math.floor(clock() / halfDay) - age} ${user_id} ${id}`).slice(0, digits);
  return {
    of: (session) => made(session, 0),
    fits: (nonce, session) => [0, 1].some((age) => isEqual(nonce, made(session, age))),
  };
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
