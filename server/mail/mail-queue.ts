// Sends queued emails and prunes the mail log while the service runs. Several processes may do so concurrently; only one of them
// makes each attempt.
import type { Database } from '../database/handle.ts';
import { retryWhileUnavailable } from '../database/retry-while-unavailable.ts';
import { parseStoredObject } from '../database/stored-json.ts';
import { everySecond } from '../time/recurring.ts';
import { type Clock, now } from '../time/zone.ts';
import { composeMessage, type MailConnection, openConnection } from './connection.ts';
import { InvalidMail, type Mail } from './mail.ts';
import { MailProblem } from './problem.ts';
import {
  findDueMail,
  finishMail,
  type MailRow,
  markDueUnsent,
  postponeMail,
  pruneMails,
  startAttempt,
} from './store.ts';
import type { MailTimeouts, Transport, TransportSettings } from './transport.ts';

/** Dependencies for sending emails. */
export interface SendDeps {
  readonly database: Database;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly timeouts: MailTimeouts;
  /** The domain of Message-IDs. */
  readonly host: string;
  /** Called when an email was not sent, with the problem and with whether the service has given up retrying. */
  readonly onProblem: (mail: Pick<MailRow, 'id' | 'kind' | 'tries'>, problem: string, isGivenUp: boolean) => void;
}

/** Signals that end a round of sending: after the current email, or immediately. */
interface StopSignals {
  readonly graceful: AbortSignal;
  readonly immediate: AbortSignal;
}

/** Delays after failed attempts, in seconds. If the attempt after the last delay fails, too, the email is not retried. */
export const retryDelaysSeconds = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600] as const;

/**
 * Time after which another process retries an email, in seconds, because the process of the attempt is considered dead. It exceeds
 * the longest possible attempt, so that no email is sent twice while its process lives.
 */
export const attemptTimeoutSeconds = 300;

/** Problem that is stored with emails when no mail server is configured. */
export const noServerProblem = 'Not sent: no mail server is configured.';

/**
 * Sends all due emails and returns the number of sent emails. Ends early when the server is unusable; the remaining emails stay due.
 *
 * Throws DatabaseBusy, DatabaseUnavailable or DiskFull. The email in progress is then retried later. If it was sent, the service first tries for
 * five minutes to store that.
 */
export async function sendDue(deps: SendDeps, ending: StopSignals): Promise<number> {
  const { database, clock } = deps;
  if (!(await findDueMail(database.read, now(clock)))) return 0;
  const settings = await resolveSettings(deps);
  if (!settings) {
    await database.transaction((tx) => markDueUnsent(tx, now(clock), noServerProblem));
    return 0;
  }
  const round = new DeliveryRound(deps, settings, ending.immediate);
  try {
    let sent = 0;
    while (!ending.graceful.aborted && !round.isOver) {
      const mail = await takeNextMail(deps);
      if (!mail) break;
      if (await round.deliver(mail)) sent += 1;
    }
    return sent;
  } finally {
    round.end();
  }
}

/** Returns the transport settings, the problem that makes them unusable, or undefined when no server is configured. */
async function resolveSettings({ transport }: SendDeps): Promise<TransportSettings | MailProblem | undefined> {
  try {
    return await transport();
  } catch (error) {
    if (error instanceof MailProblem) return error;
    throw error;
  }
}

/** Starts an attempt to send the next due email, so that no other process sends it at the same time. */
function takeNextMail({ database, clock }: SendDeps): Promise<MailRow | undefined> {
  return database.transaction(async (tx) => {
    await tx.lock('mails');
    const due = await findDueMail(tx, now(clock));
    if (!due) return undefined;
    const mail = { ...due, tries: due.tries + 1 };
    await startAttempt(tx, mail, timestampAfter(clock, attemptTimeoutSeconds));
    return mail;
  });
}

/** A round that sends emails one after the other over one connection. */
class DeliveryRound {
  /** Whether the server is unusable, so that the next email would fail, too. */
  isOver = false;
  readonly #deps: SendDeps;
  readonly #settings: TransportSettings | MailProblem;
  readonly #signal: AbortSignal;
  #connection: MailConnection | undefined;

  constructor(deps: SendDeps, settings: TransportSettings | MailProblem, signal: AbortSignal) {
    this.#deps = deps;
    this.#settings = settings;
    this.#signal = signal;
  }

  /** Sends an email and records the result. Returns whether it was sent. */
  async deliver(mail: MailRow): Promise<boolean> {
    const { database, clock } = this.#deps;
    try {
      await this.#send(mail);
    } catch (error) {
      this.#connection = undefined;
      await this.#recordFailure(mail, error);
      return false;
    }
    // If this were not stored, the email would be sent again when the attempt counts as ended.
    await retryWhileUnavailable(() => database.transaction((tx) => finishMail(tx, mail, 'sent', now(clock))), {
      maxMs: attemptTimeoutSeconds * 1000,
      signal: this.#signal,
    });
    return true;
  }

  end(): void {
    this.#connection?.close();
  }

  async #send(mail: MailRow): Promise<void> {
    const { timeouts, host } = this.#deps;
    if (this.#settings instanceof MailProblem) throw this.#settings;
    const { server, from } = this.#settings;
    const message = await composeMessage(mailOf(mail), from, {
      messageId: `${mail.id}.${mail.queued.replace(/\D/g, '')}@${host}`,
      date: new Date(`${mail.queued}Z`),
    });
    // The server may have closed the connection since the previous email.
    if (!this.#connection?.isOpen) this.#connection = await openConnection(server, timeouts, this.#signal);
    await this.#connection.send(message);
  }

  async #recordFailure(mail: MailRow, error: unknown): Promise<void> {
    const { database, clock, onProblem } = this.#deps;
    const isKnown = error instanceof MailProblem || error instanceof InvalidMail;
    if (!isKnown) this.isOver = true;
    if (error instanceof MailProblem) this.isOver = error.kind !== 'mail-refused';
    if (error instanceof MailProblem && error.kind === 'stopped') {
      await database.transaction((tx) => postponeMail(tx, mail, now(clock), mail.problem, mail.tries - 1));
      return;
    }
    const problem = error instanceof Error ? error.message : String(error);
    const isFinal = error instanceof InvalidMail || (error instanceof MailProblem && error.isFinal);
    const delay = isFinal ? undefined : retryDelaysSeconds[mail.tries - 1];
    await database.transaction((tx) =>
      delay === undefined
        ? finishMail(tx, mail, 'failed', now(clock), problem)
        : postponeMail(tx, mail, timestampAfter(clock, delay), problem),
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
    headers: parseHeaders(row.headers),
  };
}

/** Parses stored headers. Without them, the email would not be the same, so damaged headers make it invalid. */
function parseHeaders(stored: string): Readonly<Record<string, string>> {
  try {
    return parseStoredObject(stored) as Record<string, string>;
  } catch (cause) {
    throw new InvalidMail('The stored email headers are not valid JSON; the database is damaged.', { cause });
  }
}

const timestampAfter = (clock: Clock, seconds: number): string => now(() => clock() + seconds * 1000);

/** Maximum number of emails in the log, regardless of their age. */
const maxLoggedMails = 10_000;

/** Interval between two prunings of the log, in milliseconds. */
const pruneIntervalMs = 10 * 60 * 1000;

/** Maximum time that a stop waits for the email in progress, in milliseconds. */
const stopTimeoutMs = 3000;

export interface MailQueueOptions {
  /** Returns the retention of the log, in days. */
  readonly daysLogged: () => number;
  /** Called with errors of the database. */
  readonly onError: (error: unknown) => void;
  /** Adds a recurring job, and returns the function that runs it. */
  readonly addJob: (job: MailJob) => () => Promise<void>;
}

/** A recurring job of the mail queue. */
interface MailJob {
  readonly name: string;
  readonly description: string;
  readonly intervalMs: number;
  readonly run: () => Promise<unknown>;
}

/** A running mail queue. */
export interface MailQueue {
  /** Stops sending. If the email in progress is not sent within three seconds, it is retried after the next start. */
  stop(): Promise<void>;
}

/** Starts sending due emails every second. Does not keep the process alive. */
export function startMailQueue(deps: SendDeps, { daysLogged, onError, addJob }: MailQueueOptions): MailQueue {
  const { database, clock } = deps;
  const [gracefulStop, immediateStop] = [new AbortController(), new AbortController()];
  const stopSignals = { graceful: gracefulStop.signal, immediate: immediateStop.signal };
  const send = addJob({
    name: 'send-mail',
    description: 'Sends the emails that are due.',
    ...{ intervalMs: 1000, run: () => sendDue(deps, stopSignals) },
  });
  const sending = everySecond(send, onError);
  const prune = addJob({
    name: 'prune-mail-log',
    description: 'Deletes emails of the log that are older than its retention.',
    ...{ intervalMs: pruneIntervalMs, run: () => pruneLog(database, clock, daysLogged()) },
  });
  const pruning = setInterval(() => void prune().catch(onError), pruneIntervalMs).unref();
  return {
    stop: async () => {
      clearInterval(pruning);
      gracefulStop.abort();
      const stopTimer = setTimeout(() => immediateStop.abort(), stopTimeoutMs);
      await sending.stop();
      clearTimeout(stopTimer);
    },
  };
}

/** Deletes finished emails that are older than `days` days, and the oldest finished emails beyond `maxMails`. */
export async function pruneLog(
  database: Database,
  clock: Clock,
  days: number,
  maxMails = maxLoggedMails,
): Promise<void> {
  const before = now(() => clock() - days * 86_400_000);
  await database.transaction((tx) => pruneMails(tx, before, maxMails));
}
