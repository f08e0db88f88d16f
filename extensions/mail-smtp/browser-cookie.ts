// The cookie of browsers in which the admin has started an authorization. It proves that the browser that returns from the provider is the
// one that has started it, so that nobody can connect an account in the name of another user (RFC 6749 §10.12).
import { type Call, type ExtensionServices, getCookie, serializeCookie } from 'octavo/extension';

/** Name of the cookie, and purpose of the seal that signs it. */
const cookieName = 'mail_oauth';

/**
 * Time for which the cookie is valid, in seconds. It is longer than that of authorizations, so that the browser is recognized if it returns
 * too late.
 */
const cookieSeconds = 60 * 60;

/** Returns the ID of the browser that the cookie contains; undefined if the cookie is missing, invalid or expired. */
export function findBrowser({ security }: ExtensionServices, call: Pick<Call, 'header'>): string | undefined {
  const found = security.unseal(cookieName, getCookie(call, cookieName) ?? '') as { browser?: unknown } | undefined;
  return typeof found?.browser === 'string' ? found.browser : undefined;
}

/** Returns the value of a `Set-Cookie` header that stores the ID of a browser. */
export const serializeBrowserCookie = ({ security, clock, site }: ExtensionServices, browser: string): string =>
  serializeCookie(
    cookieName,
    security.seal(cookieName, { browser }, clock() + cookieSeconds * 1000),
    cookieSeconds,
    site.urls.home,
  );
