// Sends queued mail and prunes the mail log while the service runs.
import type { Database } from '../database/handle.ts';
import { everySecond } from '../time/recurring.ts';
import { type Clock, now } from '../time/zone.ts';
import { type SendDeps, sendDue } from './send-due.ts';
import { pruneMails } from './store.ts';
import { defaultTimeouts } from './transport.ts';

/** Maximum number of mails in the log, regardless of their age. */
export const maxLoggedMails = 10_000;

/** Interval of pruning the log, in milliseconds. */
const pruneIntervalMs = 10 * 60 * 1000;

/** Maximum time, in milliseconds, that a stop waits for the mail in progress. */
const stopTimeoutMs = 3000;

export interface MailQueueDeps extends Omit<SendDeps, 'timeouts'> {
  /** Returns the retention of the log, in days. */
  readonly daysLogged: () => number;
  /** Called with errors of the database. */
  readonly onError: (error: unknown) => void;
}

export interface MailQueue {
  /** Stops sending. The mail in progress has a few seconds to finish; otherwise it is retried by the next process. */
  stop(): Promise<void>;
}

/** Sends due mail every second. Does not keep the process alive. */
export function startMailQueue({ daysLogged, onError, ...sendDeps }: MailQueueDeps): MailQueue {
  const [gracefulStop, immediateStop] = [new AbortController(), new AbortController()];
  const stopSignals = { graceful: gracefulStop.signal, immediate: immediateStop.signal };
  const sending = everySecond(() => sendDue({ ...sendDeps, timeouts: defaultTimeouts }, stopSignals), onError);
  const prune = () => pruneLog(sendDeps.database, sendDeps.clock, daysLogged()).catch(onError);
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

/** Deletes mails that were finished before the retention period, and those in excess of the maximum. */
export async function pruneLog(
  database: Database,
  clock: Clock,
  days: number,
  maxMails = maxLoggedMails,
): Promise<void> {
  const before = now(() => clock() - days * 86_400_000);
  await database.transaction((tx) => pruneMails(tx, before, maxMails));
}
