// Provides outgoing mail to modules and extensions.
import type { Database, WriteHandle } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { type ConnectionTest, checkConnection, sendNow, testTransport } from './check-connection.ts';
import type { Mail } from './mail.ts';
import { MailProblem } from './problem.ts';
import { queueMail } from './queue.ts';
import { deleteMails, type LoggedMail, listMails } from './store.ts';
import {
  type ConfiguredMail,
  defaultTimeouts,
  type MailServer,
  type MailTimeouts,
  mailHostOf,
  makeSender,
  makeTransport,
  type ProvidedTransport,
  type Transport,
  type TransportProvider,
} from './transport.ts';

/** The outgoing mail of a site. */
export interface OutgoingMail {
  /**
   * Queues an email in a transaction. It is sent after the commit; after a rollback it is not sent.
   *
   * Throws InvalidMail for an invalid address or header; the transaction can continue.
   */
  queue(tx: WriteHandle, mail: Mail): Promise<void>;
  /**
   * Deletes the queued and logged emails of a kind whose headers equal one of the elements of `headers`. Used when the data that the
   * emails mention is deleted.
   */
  delete(tx: WriteHandle, kind: string, headers: readonly Readonly<Record<string, string>>[]): Promise<unknown>;
  /** Returns the current transport, which an extension may provide. */
  readonly transport: Transport;
  /** Returns whether a mail server is configured, even if it is temporarily unusable. */
  canSend(): Promise<boolean>;
  /** Connects to the server of the current transport and signs in without sending email. */
  testConnection(signal: AbortSignal): Promise<ConnectionTest>;
  /** Connects to a server and signs in without sending email. Returns the problem; undefined if there is none. */
  checkConnection(server: MailServer): Promise<MailProblem | undefined>;
  /** Sends an email immediately, bypassing the queue and its log. Returns the problem; undefined if the email was sent. */
  sendNow(transport: ProvidedTransport, mail: Mail): Promise<MailProblem | undefined>;
  /** Returns the latest emails of the queue and its log without their content, newest first. */
  latest(limit: number): Promise<readonly LoggedMail[]>;
}

/** Dependencies of outgoing mail. */
export interface OutgoingMailDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The URL of the site, and a function that returns its name as plain text. */
  readonly site: { readonly home: string; readonly title: () => Promise<string> };
  readonly configured?: ConfiguredMail;
  /** Timeouts for tests of servers. Default: the timeouts for sending. */
  readonly timeouts?: MailTimeouts;
  /** Transports that take precedence over the configured one, in this order. */
  readonly transportProviders: () => readonly TransportProvider[];
}

/** Creates the outgoing mail of a site. Except with `sendNow`, emails are only queued; send-due.ts sends them. */
export function makeMail(deps: OutgoingMailDeps): OutgoingMail {
  const { database, clock, site, configured = {}, timeouts = defaultTimeouts, transportProviders } = deps;
  const sender = makeSender(configured, site.title, mailHostOf(site.home));
  const transport = makeTransport(configured, sender, transportProviders);
  return {
    queue: (tx, mail) => queueMail(tx, mail, now(clock)),
    delete: (tx, kind, headers) => deleteMails(tx, kind, headers),
    transport,
    canSend: async () => {
      try {
        return (await transport()) !== undefined;
      } catch (error) {
        if (error instanceof MailProblem) return true;
        throw error;
      }
    },
    testConnection: (signal) => testTransport(transport, timeouts, signal),
    checkConnection: (server) => checkConnection(server, timeouts),
    sendNow: async ({ server, from }, mail) => sendNow({ server, from: await sender(from) }, mail, timeouts),
    latest: (limit) => listMails(database.read, limit),
  };
}
