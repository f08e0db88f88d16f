// The pass cookie that a browser gets for the right password of an entry. It expires after a day or when the password changes.
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../access/secrets.ts';

/** Lifetime of a pass, in seconds. */
const LIFETIME_SECONDS = 24 * 3600;

/** The entry that a pass is for. */
interface ProtectedEntry {
  readonly id: number;
  readonly password: string;
}

const cookieNameOf = ({ id }: ProtectedEntry): string => `octavo_pass_${id}`;

const passValueOf = (key: string, { id, password }: ProtectedEntry, expires: number): string =>
  `${expires.toString(36)}.${keyedHash(key, `pass ${id} ${expires} ${password}`).slice(0, 43)}`;

/** Returns the Set-Cookie value with a pass. `now` is in seconds since 1970. */
export function passCookie(key: string, entry: ProtectedEntry, now: number, isSecure: boolean): string {
  const value = `${cookieNameOf(entry)}=${passValueOf(key, entry, now + LIFETIME_SECONDS)}`;
  return `${value}; Max-Age=${LIFETIME_SECONDS}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Whether the cookies of a request have a valid pass for an entry. */
export function hasValidPass(key: string, entry: ProtectedEntry, now: number, cookie = ''): boolean {
  const start = `${cookieNameOf(entry)}=`;
  const matchingCookie = cookie.split(';').find((each) => each.trim().startsWith(start));
  const value = matchingCookie?.trim().slice(start.length) ?? '';
  const expires = Number.parseInt(value.split('.')[0] ?? '', 36);
  if (!Number.isSafeInteger(expires) || expires <= now || expires > now + LIFETIME_SECONDS) return false;
  const [actual, expected] = [Buffer.from(value), Buffer.from(passValueOf(key, entry, expires))];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
