// Defines mail transports. A transport determines the server and the sender of emails.
import { isMailAddress, type Mailbox } from './mail.ts';

/**
 * The encryption of the connection to a mail server: `implicit` TLS from the first byte, `required` STARTTLS, STARTTLS if it is
 * `offered` by the server, or `none`. Certificates are always verified.
 */
export type Security = 'implicit' | 'required' | 'offered' | 'none';

/** Credentials for a mail server: a password, or a temporary token that a provider has issued (XOAUTH2). */
export type Login =
  | { readonly user: string; readonly password: string }
  | { readonly user: string; readonly accessToken: string };

/** A mail server with its encryption and credentials. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  /** The credentials; absent when the server needs none. */
  readonly login?: Login;
}

/** The server and the sender of emails. */
export interface TransportSettings {
  readonly server: MailServer;
  readonly from: Mailbox;
}

/**
 * Returns the current settings, or undefined when no mail server is configured. Called before each round of sending.
 *
 * Throws MailProblem when a configured server is temporarily unusable; emails then stay in the queue.
 */
export type Transport = () => Promise<TransportSettings | undefined>;

/** Timeouts for a mail server, in milliseconds. */
export interface MailTimeouts {
  /** Timeout for establishing a connection. */
  readonly connectionMs: number;
  /** Timeout for the greeting of the server. */
  readonly greetingMs: number;
  /** Timeout for the next data from the server. */
  readonly idleMs: number;
  /** Timeout for each step as a whole: connecting, signing in, and sending one email. */
  readonly totalMs: number;
}

/** Timeouts for sending queued emails. */
export const defaultTimeouts: MailTimeouts = {
  connectionMs: 10_000,
  greetingMs: 10_000,
  idleMs: 30_000,
  totalMs: 60_000,
};

// Parses URLs of mail servers: smtp://user:password@host:port or smtps://user:password@host:port.

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

// Chooses the mail transport. Transports that extensions provide take precedence over the configured one.

/** The configured server and sender. If the sender's name is empty, the name of the site is used. */
export interface ConfiguredMail {
  readonly server?: MailServer;
  readonly from?: Mailbox;
}

/** A server and an optional sender. Missing properties of the sender have the default values. */
export interface ProvidedTransport {
  readonly server: MailServer;
  readonly from?: Partial<Mailbox>;
}

/** Returns a transport, or undefined if the next provider is to be used. Throws MailProblem like `Transport`. */
export type TransportProvider = () => Promise<ProvidedTransport | undefined>;

/** Returns the sender. Missing properties are taken from the configured sender or, if that has none, from the site. */
type ResolveSender = (requested?: Partial<Mailbox>) => Promise<Mailbox>;

/**
 * Returns the function that resolves the sender of a site. `title` returns the name of the site as plain text; `host` is the domain
 * of the default address.
 */
export function makeSender({ from }: ConfiguredMail, title: () => Promise<string>, host: string): ResolveSender {
  return async (requested = {}) => ({
    name: requested.name || from?.name || (await title()),
    address: requested.address || from?.address || `octavo@${host}`,
  });
}

/** Creates a transport that uses the first transport that a provider returns, otherwise the configured one. */
export function makeTransport(
  { server }: ConfiguredMail,
  resolveSender: ResolveSender,
  transportProviders: () => readonly TransportProvider[],
): Transport {
  return async () => {
    for (const provider of transportProviders()) {
      const provided = await provider();
      if (provided) return { server: provided.server, from: await resolveSender(provided.from) };
    }
    return server && { server, from: await resolveSender() };
  };
}

/** Returns the domain of the default sender, or `localhost` when the site's host is an IP address. */
export function mailHostOf(home: string): string {
  const { hostname } = new URL(home);
  return isMailAddress(`octavo@${hostname}`) && /[a-z]/i.test(hostname) ? hostname : 'localhost';
}
