// Sending what waits. Several processes may do this at once: each try of a mail is made by one of them.
import type { Database } from '../database/handle.ts';
import { readStoredObject } from '../database/stored-json.ts';
import { type Clock, now } from '../time/zone.ts';
import { composeMessage } from './compose.ts';
import { type MailConnection, openConnection } from './connection.ts';
import { type Mail, MailRefused } from './mail.ts';
import { MailProblem } from './problem.ts';
import { findDueMail, type MailRow, postponeMail, settleMail, settleUnsent, writeTry } from './store.ts';
import type { Patience, Transport, TransportSettings } from './transport.ts';

/** What sending is given. */
export interface SendingParts {
  readonly database: Database;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly patience: Patience;
  /** The host in the numbers of mails. */
  readonly host: string;
  /** Told why a mail was not sent; `gaveUp` where it will not be tried again. */
  readonly onProblem: (mail: Pick<MailRow, 'id' | 'kind' | 'tries'>, problem: string, gaveUp: boolean) => void;
}

/** How a round is told to end: after the mail under way, or at once. */
export interface Ending {
  readonly soon: AbortSignal;
  readonly now: AbortSignal;
}

/** How long is waited after each try that fails; where they are used up, the mail is given up. Seconds. */
export const delays = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600] as const;

/**
 * How long a try may take before others may take its process for dead. More than the longest try, so that none is made twice
 * as long as its process lives; what a process that was killed leaves is tried again after this. Seconds.
 */
export const longestTry = 300;

/** What is noted of mails for which there is no server. */
export const noServer = 'Not sent: no mail server is set.';

/**
 * Sends everything that is due; gives how many mails were sent. It ends early where the server cannot be reached: the rest
 * stays due.
 *
 * @throws DatabaseBusy, DatabaseUnavailable, DiskFull; a mail that was under way is tried again later.
 */
export async function sendDue(parts: SendingParts, ending: Ending): Promise<number> {
  const { database, clock } = parts;
  if (!(await findDueMail(database.read, now(clock)))) return 0;
  const settings = await settingsOf(parts);
  if (!settings) {
    await database.transaction((tx) => settleUnsent(tx, now(clock), noServer));
    return 0;
  }
  const round = new Round(parts, settings, ending.now);
  try {
    let sent = 0;
    while (!ending.soon.aborted && !round.isOver) {
      const mail = await takeMail(parts);
      if (!mail) break;
      if (await round.deliver(mail)) sent += 1;
    }
    return sent;
  } finally {
    round.end();
  }
}

/** What is sent with, or why nothing can be sent with what is set. */
async function settingsOf({ transport }: SendingParts): Promise<TransportSettings | MailProblem | undefined> {
  try {
    return await transport();
  } catch (error) {
    if (error instanceof MailProblem) return error;
    throw error;
  }
}

/** Takes the next mail that is due, so that nobody else tries it at the same time. */
function takeMail({ database, clock }: SendingParts): Promise<MailRow | undefined> {
  return database.transaction(async (tx) => {
    await tx.lock('mails');
    const due = await findDueMail(tx, now(clock));
    if (!due) return undefined;
    const mail = { ...due, tries: due.tries + 1 };
    await writeTry(tx, mail, later(clock, longestTry));
    return mail;
  });
}

/** One mail after the other over one connection. */
class Round {
  /** Whether the server could not be used, so that the next mail would fare no better. */
  isOver = false;
  readonly #parts: SendingParts;
  readonly #settings: TransportSettings | MailProblem;
  readonly #signal: AbortSignal;
  #connection: MailConnection | undefined;

  constructor(parts: SendingParts, settings: TransportSettings | MailProblem, signal: AbortSignal) {
    this.#parts = parts;
    this.#settings = settings;
    this.#signal = signal;
  }

  /** Sends a mail and notes what became of it; gives whether it was sent. */
  async deliver(mail: MailRow): Promise<boolean> {
    const { database, clock } = this.#parts;
    try {
      await this.#send(mail);
    } catch (error) {
      this.#connection = undefined;
      await this.#noteFailure(mail, error);
      return false;
    }
    await database.transaction((tx) => settleMail(tx, mail, 'sent', now(clock)));
    return true;
  }

  end(): void {
    this.#connection?.close();
  }

  async #send(mail: MailRow): Promise<void> {
    const { patience, host } = this.#parts;
    if (this.#settings instanceof MailProblem) throw this.#settings;
    const { server, from } = this.#settings;
    const message = await composeMessage(mailOf(mail), from, {
      messageId: `${mail.id}.${mail.queued.replace(/\D/g, '')}@${host}`,
      date: new Date(`${mail.queued}Z`),
    });
    // A server may end a connection that it has nothing to do with for a while.
    if (!this.#connection?.isOpen) this.#connection = await openConnection(server, patience, this.#signal);
    await this.#connection.send(message);
  }

  async #noteFailure(mail: MailRow, error: unknown): Promise<void> {
    const { database, clock, onProblem } = this.#parts;
    const isKnown = error instanceof MailProblem || error instanceof MailRefused;
    if (!isKnown) this.isOver = true;
    if (error instanceof MailProblem) this.isOver = error.kind !== 'mail-refused';
    if (error instanceof MailProblem && error.kind === 'stopped') {
      await database.transaction((tx) => postponeMail(tx, mail, now(clock), mail.problem, mail.tries - 1));
      return;
    }
    const problem = error instanceof Error ? error.message : String(error);
    const isFinal = error instanceof MailRefused || (error instanceof MailProblem && error.final);
    const delay = isFinal ? undefined : delays[mail.tries - 1];
    await database.transaction((tx) =>
      delay === undefined
        ? settleMail(tx, mail, 'failed', now(clock), problem)
        : postponeMail(tx, mail, later(clock, delay), problem),
    );
    onProblem(mail, problem, delay === undefined);
  }
}

function mailOf(row: MailRow): Mail {
  return {
    kind: row.kind,
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    ...(row.html !== '' && { html: row.html }),
    ...(row.reply_to !== '' && { replyTo: row.reply_to }),
    headers: readStoredObject(row.headers) as Record<string, string>,
  };
}

const later = (clock: Clock, seconds: number): string => now(() => clock() + seconds * 1000);
