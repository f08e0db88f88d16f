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

/** Secrets of an extension, which are the same in every process of the site. */
export interface Secrets {
  /** Returns the secret for a purpose. */
  secret(purpose: string): string;
  /** Signs a value for use outside of the service, for example in a cookie. `until` is its expiry, in milliseconds since 1970. */
  seal(purpose: string, value: object, until: number): string;
  /**
   * Verifies a string that `seal` has returned, and returns its value; undefined if the string is invalid, has expired, or was sealed
   * for another purpose.
   */
  unseal(purpose: string, sealed: string): unknown;
}
