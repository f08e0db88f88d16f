// Where an application is told that it may, or may not (users-and-comments.md §2.4).

import { maxAddressLength } from './next.ts';

/**
 * Schemes that are not those of applications: a browser or the operating system opens them itself, sends them unencrypted, or
 * passes them on to a program that was never asked (`intent:` names any application on a phone).
 */
const refused: ReadonlySet<string> = new Set(
  [
    'javascript livescript mocha vbscript data blob filesystem file about view-source jar resource wyciwyg feed pcast res mk',
    'mhtml its hcp shell local cid mid intent android-app content market itms itms-apps itms-services prefs app-prefs',
    'search-ms devtools edge opera brave vivaldi arc help x-apple-helpbasic ftp ftps sftp ws wss gopher dict ldap ldaps smb',
    'nfs afp cifs dav davs ssh telnet tn3270 rlogin rdp vnc news nntp snews imap pop irc ircs xmpp mailto tel callto sms mms',
    'sip sips facetime geo maps magnet urn acap wais',
  ].flatMap((line) => line.split(' ').map((scheme) => `${scheme}:`)),
);

/** Families of such schemes: pages and extensions of browsers, programs of an operating system. */
const refusedFamilies = /^(?:chrome|moz|ms|safari|webkit|about|view|x-javascript|x-web-search)(?:[-+.]|:)/;

const ownMachine: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

/** Whether a site is one that people run for themselves, on their own machine. */
const isLocal = (home: string): boolean => {
  const { hostname } = new URL(home);
  return hostname === 'localhost' || ownMachine.has(hostname);
};

/**
 * What keeps an address from being one to go back to, as a sentence; undefined where nothing does. It needs a scheme and a
 * host; http is for the visitor's own machine alone, unless the site itself is on such a one.
 */
export function faultOfReturn(address: string, home: string): string | undefined {
  if (address.length > maxAddressLength) return `It must have at most ${maxAddressLength} characters.`;
  // What browsers correct in silence could lead elsewhere than it looks: backslashes, blanks, control signs, users.
  const url =
    /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(address) && !/[\\\s\p{Cc}]/u.test(address) && URL.canParse(address)
      ? new URL(address)
      : undefined;
  if (!url || url.host === '') return 'It must be a whole address, with a scheme and a host.';
  if (refused.has(url.protocol) || refusedFamilies.test(url.protocol))
    return 'It must begin with https://, or with the scheme of an application.';
  if (url.username !== '' || url.password !== '') return 'It must not name a user.';
  if (url.protocol === 'http:' && !ownMachine.has(url.hostname) && !isLocal(home))
    return 'It must begin with https://, or with the scheme of an application.';
  return undefined;
}

/**
 * An address with parameters added before its fragment. It is written as it was read when it was checked, so that no browser
 * reads it otherwise.
 */
export function withParameters(address: string, added: Readonly<Record<string, string>>): string {
  const [, base = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(new URL(address).href) ?? [];
  const parameters = Object.entries(added).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (parameters.length === 0) return base + fragment;
  const joint = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&';
  return base + joint + parameters.join('&') + fragment;
}
