// The address of a mail server, as it is configured: smtp://user:password@host:port or smtps://…
import type { MailServer, Security } from './transport.ts';

const ways = ['required', 'offered', 'none'] as const satisfies readonly Security[];

/** Hosts of this machine: nobody stands between. */
const own = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * The server of an address; a text is what is wrong with it, as one sentence, in which the address is not repeated.
 *
 * `smtps` is secret from the first byte (port 465). `smtp` (port 587) becomes so by STARTTLS, and is not used where that is not
 * to be had; `?tls=offered` or `?tls=none` say otherwise, as a host of this machine does.
 */
export function readServerAddress(address: string): MailServer | string {
  if (!/^smtps?:\/\//i.test(address)) return 'The mail server must be an smtp:// or smtps:// address.';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const user = url && decoded(url.username);
  const password = url && decoded(url.password);
  const isTorn = url && (url.hash !== '' || !/^\/?$/.test(url.pathname) || url.search.includes('@'));
  if (!url || url.hostname === '' || url.port === '0' || user === undefined || password === undefined || isTorn)
    return 'The address of the mail server cannot be read; write the signs : / ? # @ % of a user or password as %3A %2F %3F %23 %40 %25.';
  if ((user === '') !== (password === ''))
    return 'The address of the mail server needs a user and a password, or neither.';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const isImplicit = url.protocol === 'smtps:';
  const { tls = own.has(host) ? 'none' : 'required', ...others } = Object.fromEntries(url.searchParams);
  const way = ways.find((each) => each === tls);
  if (!way || Object.keys(others).length > 0 || (isImplicit && url.search !== ''))
    return 'The address of the mail server takes ?tls=required, ?tls=offered or ?tls=none behind smtp://, and nothing else.';
  return {
    host,
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    security: isImplicit ? 'implicit' : way,
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

/** Host and port of a mail server, for people and logs: never the user or the password. */
export const placeOfServer = ({ host, port }: MailServer): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
