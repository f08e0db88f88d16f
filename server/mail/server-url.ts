// Parses URLs of mail servers: smtp://user:password@host:port or smtps://user:password@host:port.
import type { MailServer, Security } from './transport.ts';

const tlsModes = ['required', 'offered', 'none'] as const satisfies readonly Security[];

/** Loopback hosts. Connections to them need no encryption. */
const localHosts = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Returns the server that a URL describes, or an error message. The message does not contain the URL, which may contain a password.
 *
 * `smtps` uses implicit TLS (port 465). `smtp` (port 587) requires STARTTLS, unless `?tls=offered` or `?tls=none` is given or
 * the host is a loopback host.
 */
export function parseServerUrl(text: string): MailServer | string {
  if (!/^smtps?:\/\//i.test(text)) return 'The mail server must be an smtp:// or smtps:// URL.';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const user = url && decoded(url.username);
  const password = url && decoded(url.password);
  const isTruncated = url && (url.hash !== '' || !/^\/?$/.test(url.pathname) || url.search.includes('@'));
  if (!url || url.hostname === '' || url.port === '0' || user === undefined || password === undefined || isTruncated)
    return 'The URL of the mail server is invalid; percent-encode the characters : / ? # @ % in the username and password as %3A %2F %3F %23 %40 %25.';
  if ((user === '') !== (password === ''))
    return 'The URL of the mail server must contain both a username and a password, or neither.';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const isImplicit = url.protocol === 'smtps:';
  const { tls = localHosts.has(host) ? 'none' : 'required', ...others } = Object.fromEntries(url.searchParams);
  const tlsMode = tlsModes.find((each) => each === tls);
  if (!tlsMode || Object.keys(others).length > 0 || (isImplicit && url.search !== ''))
    return 'The URL of the mail server may only have the parameter ?tls=required, ?tls=offered or ?tls=none, and only with smtp://.';
  return {
    host,
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    security: isImplicit ? 'implicit' : tlsMode,
    ...(user !== '' && { login: { user, password } }),
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the host and port of a mail server for messages and logs, without credentials. */
export const formatServer = ({ host, port }: MailServer): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
