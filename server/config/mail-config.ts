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

/** The settings as they are named at the beginning of messages. */
interface MailSubjects {
  readonly server: string;
  readonly from: string;
}

/** Parses mail settings, and adds a message to `errors` for each error. The messages do not contain the URL of the server. */
export function readMailConfig({ server, from }: MailOptions, errors: string[], subjects: MailSubjects): MailConfig {
  const readServer = server === undefined ? undefined : parseServerUrl(server);
  const readFrom = from === undefined ? undefined : parseMailbox(from);
  if (typeof readServer === 'string')
    errors.push(`${subjects.server} is invalid: ${readServer[0]?.toLowerCase()}${readServer.slice(1)}`);
  if (from !== undefined && !readFrom)
    errors.push(`${subjects.from} must be an email address or NAME <ADDRESS>, not ${JSON.stringify(from)}.`);
  return {
    ...(typeof readServer === 'object' && { server: readServer }),
    ...(readFrom && { from: readFrom }),
  };
}

/** Returns the mail settings of `octavo.config.ts`, which have been validated when the file was read. */
export const readSiteMail = (mail: MailOptions = {}): MailConfig => readMailConfig(mail, [], configFileSubjects);

/** The mail settings as messages about `octavo.config.ts` name them. */
export const configFileSubjects: MailSubjects = { server: 'mail.server', from: 'mail.from' };
