// Values that are given into others' hands and come back unchanged, or not at all: signed, with an end.
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from './secrets.ts';

/** Seals a value until a moment (milliseconds since 1970): text of letters, digits, `.`, `-` and `_`. It can be read by anyone. */
export function seal(key: string, value: object, until: number): string {
  const text = Buffer.from(JSON.stringify({ value, until })).toString('base64url');
  return `${text}.${keyedHash(key, text)}`;
}

/** The value that was sealed under this key; undefined for what was not, was changed, or has ended. */
export function unseal(key: string, sealed: string, now: number): unknown {
  const at = sealed.indexOf('.');
  const [text, given] = [sealed.slice(0, at), Buffer.from(sealed.slice(at + 1))];
  const own = Buffer.from(keyedHash(key, text));
  if (at < 0 || given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
  const { value, until } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { value: unknown; until: number };
  return now < until ? value : undefined;
}
