// Validates the URLs to which screens redirect: pages of this site, and callback URLs of applications
// (users-and-comments.md §2.4).
import type { PlainMessage } from './locale.ts';

// Validates the URL to redirect to after signing in. It must be on this site.

/** Maximum length of a redirect URL, in characters. The URL is sent in a response header, and clients limit the size of headers. */
export const maxUrlLength = 2000;

/**
 * Returns the path, query and fragment of a requested URL on this site. Returns undefined if the URL leads to another site, in any
 * notation, contains credentials, or has more than 2000 characters.
 */
export function sameSitePath(requestedUrl: string | null, home: string): string | undefined {
  if (!requestedUrl || requestedUrl.length > maxUrlLength || !URL.canParse(requestedUrl, `${home}/`)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(requestedUrl, `${home}/`);
  const siteUrl = new URL(home);
  // The origin of a `blob:` URL is that of the URL inside it, and its path is a complete URL.
  if (protocol !== siteUrl.protocol || origin !== siteUrl.origin || username !== '' || password !== '')
    return undefined;
  // Browsers read a path that begins with two slashes as the name of another host.
  return pathname.startsWith('//') ? undefined : pathname + search + hash;
}

// Validates the callback URLs of applications (users-and-comments.md §2.4).

/**
 * Schemes that are not specific to an application. The browser or the operating system handles such URLs itself, sends them
 * unencrypted, or passes them to an unrelated program (`intent:` can start any application on a phone).
 */
const rejectedSchemes: ReadonlySet<string> = new Set(
  [
    'javascript livescript mocha vbscript data blob filesystem file about view-source jar resource wyciwyg feed pcast res mk',
    'mhtml its hcp shell local cid mid intent android-app content market itms itms-apps itms-services prefs app-prefs',
    'search-ms devtools edge opera brave vivaldi arc help x-apple-helpbasic ftp ftps sftp ws wss gopher dict ldap ldaps smb',
    'nfs afp cifs dav davs ssh telnet tn3270 rlogin rdp vnc news nntp snews imap pop irc ircs xmpp mailto tel callto sms mms',
    'sip sips facetime geo maps magnet urn acap wais',
  ].flatMap((line) => line.split(' ').map((scheme) => `${scheme}:`)),
);

/** A pattern that matches the prefixes of further rejected schemes: those of browser pages, browser extensions and operating systems. */
const rejectedSchemePrefixes = /^(?:chrome|moz|ms|safari|webkit|about|view|x-javascript|x-web-search)(?:[-+.]|:)/;

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

/** Returns whether a home URL belongs to a local installation, which runs on the machine of the visitor. */
const isLocal = (home: string): boolean => {
  const { hostname } = new URL(home);
  return hostname === 'localhost' || loopbackHosts.has(hostname);
};

/**
 * Returns the error if a URL is not a valid callback URL; otherwise undefined. A callback URL must have a scheme and a host.
 * The scheme `http` is allowed only for loopback addresses, unless the site itself is a local installation.
 */
export function validateCallbackUrl(callbackUrl: string, home: string): PlainMessage | undefined {
  if (callbackUrl.length > maxUrlLength) return `It must have at most ${maxUrlLength} characters.`;
  // Browsers silently correct backslashes, whitespace and control characters, so the URL could lead to a host other than the apparent one.
  const url =
    /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(callbackUrl) &&
    !/[\\\s\p{Cc}]/u.test(callbackUrl) &&
    URL.canParse(callbackUrl)
      ? new URL(callbackUrl)
      : undefined;
  if (!url || url.host === '') return 'It must be an absolute URL with a scheme and a host.';
  if (rejectedSchemes.has(url.protocol) || rejectedSchemePrefixes.test(url.protocol))
    return 'It must begin with https:// or with the scheme of an application.';
  if (url.username !== '' || url.password !== '') return 'It must not contain a username or password.';
  if (url.protocol === 'http:' && !loopbackHosts.has(url.hostname) && !isLocal(home))
    return 'It must begin with https:// or with the scheme of an application.';
  return undefined;
}

/**
 * Returns a URL with parameters added to its query. The URL is normalized as in the validation, so that no browser parses it
 * differently.
 */
export function addQueryParameters(callbackUrl: string, added: Readonly<Record<string, string>>): string {
  const [, base = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(new URL(callbackUrl).href) ?? [];
  const parameters = Object.entries(added).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (parameters.length === 0) return base + fragment;
  const separator = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&';
  return base + separator + parameters.join('&') + fragment;
}
