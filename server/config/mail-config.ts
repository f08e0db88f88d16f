// The mail server and the sender that are configured (docs/configuration.md).
import { type Mailbox, readMailbox } from '../mail/mailbox.ts';
import { readServerAddress } from '../mail/server-address.ts';
import type { MailServer } from '../mail/transport.ts';

/** As it is written: an address of a server, and who mail is from. */
export interface WrittenMail {
  readonly server?: string;
  readonly from?: string;
}

/** The same, read. */
export interface MailConfig {
  readonly server?: MailServer;
  readonly from?: Mailbox;
}

/** Reads what is written; each fault is one sentence, in which no address of a server is repeated. */
export function readMailConfig({ server, from }: WrittenMail, faults: string[]): MailConfig {
  const readServer = server === undefined ? undefined : readServerAddress(server);
  const readFrom = from === undefined ? undefined : readMailbox(from);
  if (typeof readServer === 'string') faults.push(readServer);
  if (from !== undefined && !readFrom)
    faults.push(
      `The sender of mail must be an address, or a name with an address in angle brackets, not ${JSON.stringify(from)}.`,
    );
  return {
    ...(typeof readServer === 'object' && { server: readServer }),
    ...(readFrom && { from: readFrom }),
  };
}
