// What mail is sent with: what a part of the service offers to send with goes before what is configured.
import { isMailAddress, type Mailbox } from './mailbox.ts';
import type { MailServer, Transport } from './transport.ts';

/** What is configured; a name that is empty is none. */
export interface ConfiguredMail {
  readonly server?: MailServer;
  readonly from?: Mailbox;
}

/** A server, and who mail is from there as far as that is said. */
export interface OfferedTransport {
  readonly server: MailServer;
  readonly from?: Partial<Mailbox>;
}

/** As a `Transport`; undefined: whatever else there is to send with. */
export type OfferTransport = () => Promise<OfferedTransport | undefined>;

/** Who mail is from: what is wanted of it, then what is configured, then the site itself. */
export type Sender = (wanted?: Partial<Mailbox>) => Promise<Mailbox>;

/** The sender of a site: `title` is its name as plain text, `host` that of addresses where none is configured. */
export function makeSender({ from }: ConfiguredMail, title: () => Promise<string>, host: string): Sender {
  return async (wanted = {}) => ({
    name: wanted.name || from?.name || (await title()),
    address: wanted.address || from?.address || `octavo@${host}`,
  });
}

/** The first of what is offered, else what is configured. */
export function makeTransport(
  { server }: ConfiguredMail,
  sender: Sender,
  offers: () => readonly OfferTransport[],
): Transport {
  return async () => {
    for (const offer of offers()) {
      const offered = await offer();
      if (offered) return { server: offered.server, from: await sender(offered.from) };
    }
    return server && { server, from: await sender() };
  };
}

/** The host that mail comes from, where the site has a name; an address of numbers says nothing to others. */
export function hostOfMail(home: string): string {
  const { hostname } = new URL(home);
  return isMailAddress(`octavo@${hostname}`) && /[a-z]/i.test(hostname) ? hostname : 'localhost';
}
