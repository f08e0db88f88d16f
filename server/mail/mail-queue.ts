// Sends queued emails and prunes the mail log while the service runs.
import type { Database } from '../database/handle.ts';
import { everySecond } from '../time/recurring.ts';
import { type Clock, now } from '../time/zone.ts';
import { type SendDeps, sendDue } from './send-due.ts';
import { pruneMails } from './store.ts';
import { defaultTimeouts } from './transport.ts';

/** Maximum number of emails in the log, regardless of their age. */
const maxLoggedMails = 10_000;

/** Interval between two prunings of the log, in milliseconds. */
const pruneIntervalMs = 10 * 60 * 1000;

/** Maximum time that a stop waits for the email in progress, in milliseconds. */
const stopTimeoutMs = 3000;

/** Dependencies of the mail queue. */
export interface MailQueueDeps extends Omit<SendDeps, 'timeouts'> {
  /** Returns the retention of the log, in days. */
  readonly daysLogged: () => number;
  /** Called with errors of the database. */
  readonly onError: (error: unknown) => void;
}

/** A running mail queue. */
export interface MailQueue {
  /** Stops sending. If the email in progress is not sent within three seconds, it is retried after the next start. */
  stop(): Promise<void>;
}

/** Starts sending due emails every second. Does not keep the process alive. */
export function startMailQueue({ daysLogged: retentionDays, onError, ...sendDeps }: MailQueueDeps): MailQueue {
  const [gracefulStop, immediateStop] = [new AbortController(), new AbortController()];
  const stopSignals = { graceful: gracefulStop.signal, immediate: immediateStop.signal };
  const sending = everySecond(() => sendDue({ ...sendDeps, timeouts: defaultTimeouts }, stopSignals), onError);
  const prune = () => pruneLog(sendDeps.database, sendDeps.clock, retentionDays()).catch(onError);
  const pruning = setInterval(prune, pruneIntervalMs).unref();
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
