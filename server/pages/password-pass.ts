// What a browser keeps once the password of an entry was given: a sign that holds for a day, and no longer than the password.
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../access/secrets.ts';

/** Seconds. */
const lifetime = 24 * 3600;

/** The entry that a pass is for. */
interface Protected {
  readonly id: number;
  readonly password: string;
}

const nameOf = ({ id }: Protected): string => `octavo_pass_${id}`;

const signOf = (key: string, { id, password }: Protected, expires: number): string =>
  `${expires.toString(36)}.${keyedHash(key, `pass ${id} ${expires} ${password}`).slice(0, 43)}`;

/** The line that gives a browser its pass. `now`: seconds since 1970. */
export function passLine(key: string, entry: Protected, now: number, isSecure: boolean): string {
  const value = `${nameOf(entry)}=${signOf(key, entry, now + lifetime)}`;
  return `${value}; Max-Age=${lifetime}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Whether the cookies of a request hold a pass for an entry. */
export function holdsPass(key: string, entry: Protected, now: number, cookie = ''): boolean {
  const start = `${nameOf(entry)}=`;
  const given = cookie.split(';').find((each) => each.trim().startsWith(start));
  const value = given?.trim().slice(start.length) ?? '';
  const expires = Number.parseInt(value.split('.')[0] ?? '', 36);
  if (!Number.isSafeInteger(expires) || expires <= now || expires > now + lifetime) return false;
  const [one, other] = [Buffer.from(value), Buffer.from(signOf(key, entry, expires))];
  return one.length === other.length && timingSafeEqual(one, other);
}
