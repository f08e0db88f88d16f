// Cookies as browsers send and keep them (RFC 6265).

/** A cookie of ours: what it is called, and where browsers send it. */
export interface Cookie {
  readonly name: string;
  /** The path below which it is sent, with a slash at its end where it is the root. */
  readonly path: string;
  /** Whether it is for encrypted connections alone. */
  readonly secure: boolean;
}

/**
 * A cookie of the service that people reach at `home`. Under https its name tells browsers to take it from there alone, so
 * that no neighbour of the site can put another in its place.
 */
export function cookieOf(home: string, name: string): Cookie {
  const { protocol, pathname } = new URL(home);
  const secure = protocol === 'https:';
  const prefix = pathname === '/' ? '__Host-' : '__Secure-';
  return { name: secure ? prefix + name : name, path: pathname, secure };
}

/** The value of a cookie in a `Cookie` header; undefined where it is not there, or is nothing that we would set. */
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
 * The `Set-Cookie` line that makes a browser keep a value: for so many seconds, or without them until it is closed. The
 * value consists of letters and digits; no script can read it, and other sites' forms do not carry it.
 */
export function setCookie({ name, path, secure }: Cookie, value: string, seconds?: number): string {
  const lasting = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return `${name}=${value}; Path=${path}${lasting}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
