// Reads the configured mail server and sender (docs/configuration.md).
import { type Mailbox, parseMailbox } from '../mail/mail.ts';
import { type MailServer, parseServerUrl } from '../mail/transport.ts';

/** The mail settings as strings: the URL of a server, and a sender. */
export interface MailOptions {
  readonly server?: string;
  readonly from?: string;
}

/** The parsed mail settings. */
export interface MailConfig {
  readonly server?: MailServer;
  readonly from?: Mailbox;
}

/** Parses mail settings, and adds a message to `errors` for each error. The messages do not contain the URL of the server. */
export function readMailConfig({ server, from }: MailOptions, errors: string[]): MailConfig {
  const readServer = server === undefined ? undefined : parseServerUrl(server);
  const readFrom = from === undefined ? undefined : parseMailbox(from);
  if (typeof readServer === 'string') errors.push(readServer);
  if (from !== undefined && !readFrom)
    errors.push(`The mail sender must be an email address or NAME <ADDRESS>, not ${JSON.stringify(from)}.`);
  return {
    ...(typeof readServer === 'object' && { server: readServer }),
    ...(readFrom && { from: readFrom }),
  };
}
