// The cookie that grants access to a password-protected entry. Its value proves that the visitor knew the password.
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../access/secrets.ts';

/** Lifetime of the cookie, in seconds. */
const LIFETIME_SECONDS = 24 * 3600;

/** The entry to which a cookie grants access. */
interface ProtectedEntry {
  readonly id: number;
  readonly password: string;
}

const cookieNameOf = ({ id }: ProtectedEntry): string => `octavo_pass_${id}`;

const cookieValueOf = (key: string, { id, password }: ProtectedEntry, expires: number): string =>
  `${expires.toString(36)}.${keyedHash(key, `pass ${id} ${expires} ${password}`).slice(0, 43)}`;

/** Returns the value of the Set-Cookie header. `now` is in seconds since 1970. */
export function serializePasswordCookie(key: string, entry: ProtectedEntry, now: number, isSecure: boolean): string {
  const value = `${cookieNameOf(entry)}=${cookieValueOf(key, entry, now + LIFETIME_SECONDS)}`;
  return `${value}; Max-Age=${LIFETIME_SECONDS}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Returns whether a Cookie header contains a valid password cookie for an entry. `now` is in seconds since 1970. */
export function hasValidPasswordCookie(key: string, entry: ProtectedEntry, now: number, cookie = ''): boolean {
  const start = `${cookieNameOf(entry)}=`;
  const matchingCookie = cookie.split(';').find((each) => each.trim().startsWith(start));
  const value = matchingCookie?.trim().slice(start.length) ?? '';
  const expires = Number.parseInt(value.split('.')[0] ?? '', 36);
  if (!Number.isSafeInteger(expires) || expires <= now || expires > now + LIFETIME_SECONDS) return false;
  const [actual, expected] = [Buffer.from(value), Buffer.from(cookieValueOf(key, entry, expires))];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
