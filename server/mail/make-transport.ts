// Chooses the mail transport. Transports that extensions provide take precedence over the configured one.
import { isMailAddress, type Mailbox } from './mailbox.ts';
import type { MailServer, Transport } from './transport.ts';

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
export type ResolveSender = (requested?: Partial<Mailbox>) => Promise<Mailbox>;

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
