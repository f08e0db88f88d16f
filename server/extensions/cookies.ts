// Cookies of extensions.
import type { Call } from '../http/room.ts';

/** The value of a cookie that a request carries. Asking makes the answer one for the sender alone. */
export function cookieIn(call: Pick<Call, 'header'>, name: string): string | undefined {
  const pairs = (call.header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * The header that gives a cookie to the sender for so many seconds, 0 takes it back: for the whole site, out of the reach of
 * scripts, over HTTPS alone where the site is there. The value must be one that needs no quotes, such as a sealed one.
 */
export function cookieOf(name: string, value: string, seconds: number, home: string): string {
  const secure = home.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${Math.floor(seconds)}; HttpOnly; SameSite=Lax${secure}`;
}
