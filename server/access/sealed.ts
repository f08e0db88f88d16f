// Signs values with an expiry, for data that clients store, such as cookies.
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from './secrets.ts';

/**
 * Returns a signed value with an expiry (milliseconds since 1970), as a string of letters, digits, `.`, `-` and `_`. The value is
 * not encrypted.
 */
export function seal(key: string, value: object, until: number): string {
  const text = Buffer.from(JSON.stringify({ value, until })).toString('base64url');
  return `${text}.${keyedHash(key, text)}`;
}

/** Returns the value of a sealed string; undefined if its signature is invalid or it has expired. */
export function unseal(key: string, sealed: string, now: number): unknown {
  const at = sealed.indexOf('.');
  const [text, submitted] = [sealed.slice(0, at), Buffer.from(sealed.slice(at + 1))];
  const expected = Buffer.from(keyedHash(key, text));
  if (at < 0 || submitted.length !== expected.length || !timingSafeEqual(submitted, expected)) return undefined;
  const { value, until } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { value: unknown; until: number };
  return now < until ? value : undefined;
}
