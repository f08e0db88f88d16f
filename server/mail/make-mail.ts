// The interface of outgoing mail for modules and extensions.
import type { Database, WriteHandle } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { type ConnectionTest, checkConnection, sendNow, testTransport } from './check-connection.ts';
import type { Mail } from './mail.ts';
import {
  type ConfiguredMail,
  mailHostOf,
  makeSender,
  makeTransport,
  type ProvidedTransport,
  type TransportProvider,
} from './make-transport.ts';
import { MailProblem } from './problem.ts';
import { queueMail } from './queue.ts';
import { deleteMails, type LoggedMail, listMails } from './store.ts';
import { defaultTimeouts, type MailServer, type MailTimeouts, type Transport } from './transport.ts';

export interface OutgoingMail {
  /**
   * Queues a mail in a transaction: it is sent after the commit, and not after a rollback.
   *
   * Throws InvalidMail for an invalid address or header; the transaction can continue.
   */
  queue(tx: WriteHandle, mail: Mail): Promise<void>;
  /** Deletes mails of a kind with exactly these headers, whether sent or not, because the data that they mention is deleted. */
  delete(tx: WriteHandle, kind: string, headers: readonly Readonly<Record<string, string>>[]): Promise<unknown>;
  /** Resolves the current transport, including those that extensions provide. */
  readonly transport: Transport;
  /** Returns whether a mail server is configured, even if it is temporarily unusable. */
  canSend(): Promise<boolean>;
  /** Tests the current transport. */
  testConnection(signal: AbortSignal): Promise<ConnectionTest>;
  /** Connects to a server and signs in; returns the problem, or undefined. Sends nothing. */
  checkConnection(server: MailServer): Promise<MailProblem | undefined>;
  /** Sends one mail immediately, bypassing the queue and its log; returns the problem, or undefined. */
  sendNow(transport: ProvidedTransport, mail: Mail): Promise<MailProblem | undefined>;
  /** Returns the latest mails of the queue and its log without their contents, the newest first. */
  latest(limit: number): Promise<readonly LoggedMail[]>;
}

export interface OutgoingMailDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The URL of the site, and its name as plain text. */
  readonly home: string;
  readonly title: () => Promise<string>;
  readonly configured?: ConfiguredMail;
  /** Timeouts for tests of servers; the default ones when absent. */
  readonly timeouts?: MailTimeouts;
  /** Transports that take precedence over the configured one, in this order. */
  readonly transportProviders: () => readonly TransportProvider[];
}

/** Creates the outgoing mail of a site. Queued mail is sent by send-due.ts. */
export function makeMail(deps: OutgoingMailDeps): OutgoingMail {
  const { database, clock, home, title, configured = {}, timeouts = defaultTimeouts, transportProviders } = deps;
  const sender = makeSender(configured, title, mailHostOf(home));
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
