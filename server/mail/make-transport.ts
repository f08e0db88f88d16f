// Chooses the transport: those that extensions provide take precedence over the configured one.
import { isMailAddress, type Mailbox } from './mailbox.ts';
import type { MailServer, Transport } from './transport.ts';

/** The configured server and sender. An empty name means none. */
export interface ConfiguredMail {
  readonly server?: MailServer;
  readonly from?: Mailbox;
}

/** A server, and the sender as far as it is specified. */
export interface ProvidedTransport {
  readonly server: MailServer;
  readonly from?: Partial<Mailbox>;
}

/** Provides a transport like `Transport`, or undefined to use the next one. */
export type TransportProvider = () => Promise<ProvidedTransport | undefined>;

/** Resolves the sender: first the requested one, then the configured one, then the site itself. */
export type ResolveSender = (requested?: Partial<Mailbox>) => Promise<Mailbox>;

/**
 * Creates the function that resolves the sender of a site. `title` is its name as plain text, `host` the domain of the default
 * address.
 */
export function makeSender({ from }: ConfiguredMail, title: () => Promise<string>, host: string): ResolveSender {
  return async (requested = {}) => ({
    name: requested.name || from?.name || (await title()),
    address: requested.address || from?.address || `octavo@${host}`,
  });
}

/** Creates the transport: the first that a provider returns, otherwise the configured one. */
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
