// What sends mail as long as the service runs, and forgets what is old.
import type { Database } from '../database/handle.ts';
import { everySecond } from '../time/every-second.ts';
import { type Clock, now } from '../time/zone.ts';
import { type SendingParts, sendDue } from './send-due.ts';
import { pruneMails } from './store.ts';
import { usualPatience } from './transport.ts';

/** How much of the log is kept at most, besides how long. Mails. */
export const mostLogged = 10_000;

/** How often the log is pruned. Milliseconds. */
const pruneEvery = 10 * 60 * 1000;

/** How long a stop waits for the mail that is under way. Milliseconds. */
const stopPatience = 3000;

export interface PostOfficeParts extends Omit<SendingParts, 'patience'> {
  /** How long the log is kept. Days. */
  readonly daysLogged: () => number;
  /** Told what the storage could not do. */
  readonly onFault: (error: unknown) => void;
}

export interface PostOffice {
  /** Sends no more. A mail under way has a few seconds to be sent; else it is tried again by whoever runs next. */
  stop(): Promise<void>;
}

/** Sends what is due, every second. It does not keep the process alive. */
export function openPostOffice({ daysLogged, onFault, ...parts }: PostOfficeParts): PostOffice {
  const [soon, atOnce] = [new AbortController(), new AbortController()];
  const ending = { soon: soon.signal, now: atOnce.signal };
  const sending = everySecond(() => sendDue({ ...parts, patience: usualPatience }, ending), onFault);
  const prune = () => pruneLog(parts.database, parts.clock, daysLogged()).catch(onFault);
  const pruning = setInterval(prune, pruneEvery).unref();
  return {
    stop: async () => {
      clearInterval(pruning);
      soon.abort();
      const impatient = setTimeout(() => atOnce.abort(), stopPatience);
      await sending.stop();
      clearTimeout(impatient);
    },
  };
}

/** Forgets what was settled so many days ago, and what is too much. */
export async function pruneLog(database: Database, clock: Clock, days: number, most = mostLogged): Promise<void> {
  const before = now(() => clock() - days * 86_400_000);
  await database.transaction((tx) => pruneMails(tx, before, most));
}
