// Reads and writes cookies (RFC 6265).

/** A cookie of the service. */
export interface Cookie {
  readonly name: string;
  /** The path below which browsers send the cookie. */
  readonly path: string;
  /** Whether browsers send the cookie over encrypted connections only. */
  readonly secure: boolean;
}

/**
 * Returns a cookie for the service at `siteUrl`. Under https, its name has a prefix: `__Host-`, so that other hosts of the domain cannot
 * replace it, or `__Secure-` if the site is below a path, so that unencrypted responses cannot replace it.
 */
export function cookieOf(siteUrl: string, name: string): Cookie {
  const { protocol, pathname } = new URL(siteUrl);
  const secure = protocol === 'https:';
  const prefix = pathname === '/' ? '__Host-' : '__Secure-';
  return { name: secure ? prefix + name : name, path: pathname, secure };
}

/** Returns the cookie of browser sessions for the service at `siteUrl`. */
export const sessionCookieOf = (siteUrl: string): Cookie => cookieOf(siteUrl, 'cms_session');

/**
 * Returns the cookie with the IDs of users who have signed out in a browser, separated by `x`. The admin deletes what the browser has stored
 * for these users, and then the cookie.
 */
export const signedOutCookieOf = (siteUrl: string): Cookie => cookieOf(siteUrl, 'cms_signed_out');

/** Returns the value of a cookie in a `Cookie` header; undefined if it is missing or malformed. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    return /^[A-Za-z0-9]{1,100}$/.test(value) ? value : undefined;
  }
  return undefined;
}

/**
 * Returns a `Set-Cookie` header that stores a value for `seconds` seconds or, if they are omitted, until the browser is closed. The
 * value consists of letters and digits. The cookie is HttpOnly; because of SameSite=Lax, browsers do not send it with POST forms of
 * other sites.
 */
export function setCookie({ name, path, secure }: Cookie, value: string, seconds?: number): string {
  const maxAge = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return `${name}=${value}; Path=${path}${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Returns a `Set-Cookie` header like {@link setCookie}, but scripts of the site can read and delete the cookie. */
export const setReadableCookie = (cookie: Cookie, value: string, seconds: number): string =>
  setCookie(cookie, value, seconds).replace('; HttpOnly', '');
