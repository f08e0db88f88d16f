// Reads and writes cookies for extensions.
import type { Call } from '../http/module.ts';

/** Returns the value of a cookie of the request; undefined if it is absent. Reading a cookie makes the response private to the caller. */
export function getCookie(call: Pick<Call, 'header'>, name: string): string | undefined {
  const pairs = (call.header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * Returns the value of a `Set-Cookie` header for the whole site: HttpOnly, SameSite=Lax, and Secure if the site uses HTTPS. `seconds`
 * is the Max-Age; 0 deletes the cookie. `value` must not contain characters that need quoting; sealed values do not.
 */
export function serializeCookie(name: string, value: string, seconds: number, home: string): string {
  const secure = home.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${Math.floor(seconds)}; HttpOnly; SameSite=Lax${secure}`;
}
