// Outgoing mail as the other rooms and extensions know it: queued, tried out, sent at once, looked up.
import type { Database, WriteHandle } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { checkConnection, sendNow, type Trial, tryTransport } from './check-connection.ts';
import type { Mail } from './mail.ts';
import {
  type ConfiguredMail,
  hostOfMail,
  makeSender,
  makeTransport,
  type OfferedTransport,
  type OfferTransport,
} from './make-transport.ts';
import { MailProblem } from './problem.ts';
import { queueMail } from './queue.ts';
import { forgetMails, type LoggedMail, listMails } from './store.ts';
import { type MailServer, type Patience, type Transport, usualPatience } from './transport.ts';

export interface OutgoingMail {
  /**
   * Queues a mail in a transaction: it is sent after the commit, and never where that is rolled back.
   *
   * Throws MailRefused for an address or a header that could not be sent; the transaction can go on.
   */
  queue(tx: WriteHandle, mail: Mail): Promise<void>;
  /** Forgets mails of a kind with just these headers, whether they wait or not: what they tell of is to be forgotten. */
  forget(tx: WriteHandle, kind: string, headers: readonly Readonly<Record<string, string>>[]): Promise<unknown>;
  /** What mail is sent with at present, the offers of extensions included. */
  readonly transport: Transport;
  /** Whether there is a mail server, though mail may have to wait until it can be used again. */
  canSend(): Promise<boolean>;
  /** Tries what mail is sent with at present. */
  tryOut(signal: AbortSignal): Promise<Trial>;
  /** Connects and signs in; gives what keeps mail from being sent there, or undefined. Sends nothing. */
  checkConnection(server: MailServer): Promise<MailProblem | undefined>;
  /** Sends one mail at once, past the queue and its log; gives what kept it from being sent, or undefined. */
  sendNow(transport: OfferedTransport, mail: Mail): Promise<MailProblem | undefined>;
  /** The latest mails of the queue and its log, the newest first, without what they say. */
  latest(most: number): Promise<readonly LoggedMail[]>;
}

export interface OutgoingMailParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The site's address, and its name as plain text. */
  readonly home: string;
  readonly title: () => Promise<string>;
  readonly configured?: ConfiguredMail;
  /** How long is waited for servers that are tried out; absent: as long as usual. */
  readonly patience?: Patience;
  /** What is asked before what is configured, in this order. */
  readonly offers: () => readonly OfferTransport[];
}

/** The mail of a site as operations are given it. What is queued here is sent elsewhere (send-due.ts). */
export function makeMail(parts: OutgoingMailParts): OutgoingMail {
  const { database, clock, home, title, configured = {}, patience = usualPatience, offers } = parts;
  const sender = makeSender(configured, title, hostOfMail(home));
  const transport = makeTransport(configured, sender, offers);
  return {
    queue: (tx, mail) => queueMail(tx, mail, now(clock)),
    forget: (tx, kind, headers) => forgetMails(tx, kind, headers),
    transport,
    canSend: async () => {
      try {
        return (await transport()) !== undefined;
      } catch (error) {
        if (error instanceof MailProblem) return true;
        throw error;
      }
    },
    tryOut: (signal) => tryTransport(transport, patience, signal),
    checkConnection: (server) => checkConnection(server, patience),
    sendNow: async ({ server, from }, mail) => sendNow({ server, from: await sender(from) }, mail, patience),
    latest: (most) => listMails(database.read, most),
  };
}
