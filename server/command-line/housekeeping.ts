// What a running service does without being asked: publishing on time, jobs, telling what has happened, tidying up.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { pruneAuditLog } from '../audit/prune.ts';
import { publishDue } from '../cms-v2/entries/publish-due.ts';
import { refreshRenderings } from '../cms-v2/entries/refresh-renderings.ts';
import { sweepFiles } from '../cms-v2/media/sweep.ts';
import type { Database } from '../database/handle.ts';
import type { Service } from '../service.ts';
import { everySecond, everySoOften, type Recurring } from '../time/every-second.ts';

const minute = 60 * 1000;

/** How often failed tries to sign in are written into the audit log. Milliseconds. */
const writeFailuresEvery = 10 * 1000;

/** How long events are kept. Milliseconds. */
const keepEvents = 7 * 24 * 60 * minute;

interface House {
  readonly service: Service;
  readonly database: Database;
  readonly logger: Logger;
  /** How long the audit log is kept. Days. */
  readonly auditDays: number;
}

/** Keeps house until it is stopped; stopping waits for what is under way. */
export function keepHouse({ service, database, logger, auditDays }: House): Recurring {
  const told = (sentence: string) => (err: unknown) => logger.warn({ err }, sentence);
  // Of several processes of one machine one tidies up at the start.
  const atStart = cluster.isPrimary || cluster.worker?.id === 1 ? 'at once' : 'later';
  const tasks: readonly Recurring[] = [
    everySecond(() => publishDue(service.entries), told('scheduled entries wait: the storage could not publish them')),
    everySecond(
      () => service.runJobs((err, job) => logger.warn({ err, job }, 'a job failed and comes again')),
      told('jobs wait: the storage could not claim them'),
    ),
    everySecond(
      () =>
        service.tellEvents((err, listener) =>
          logger.warn({ err, listener }, 'a listener could not hear and is told again'),
        ),
      told('events wait: the storage could not place them'),
    ),
    refreshRenderings(database, service.entries.texts, told('what an older renderer has made could not be made anew')),
    everySoOften(10 * minute, () => sweepFiles(service.media), told('files without an entry stay'), atStart),
    everySoOften(
      60 * minute,
      () => pruneAuditLog(database, service.clock, auditDays),
      told('the audit log keeps what is old'),
      atStart,
    ),
    everySoOften(
      writeFailuresEvery,
      () => service.failures.write(),
      told('failed tries to sign in wait to be written down'),
    ),
    everySoOften(10 * minute, () => service.forgetEvents(Date.now() - keepEvents), told('old events stay')),
  ];
  return {
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
      await service.failures.write().catch(told('failed tries to sign in were not written down'));
    },
  };
}
