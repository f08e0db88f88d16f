// Runs the recurring tasks of the service: scheduled publishing, jobs, event delivery and cleanup.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { pruneAuditLog } from '../audit/store.ts';
import { deleteExpiredAutoDrafts } from '../cms-v2/auto-drafts/delete-auto-drafts.ts';
import { publishDue } from '../cms-v2/entries/publish-due.ts';
import { refreshRenderings } from '../cms-v2/entries/refresh-renderings.ts';
import { startMetaIndexUpdates } from '../cms-v2/entries/update-meta-indexes.ts';
import { pruneLocks } from '../cms-v2/locks/store.ts';
import { completeReplacements } from '../cms-v2/media/staged-files.ts';
import { pruneFiles } from '../cms-v2/media/store-files.ts';
import type { Database } from '../database/handle.ts';
import type { Service } from '../service.ts';
import { everyInterval, everySecond, type Recurring } from '../time/recurring.ts';

const minuteMs = 60 * 1000;

/** Interval at which failed logins are written to the audit log, in milliseconds. */
const failedLoginWriteIntervalMs = 10 * 1000;

/** Retention of events, in milliseconds. */
const eventRetentionMs = 7 * 24 * 60 * minuteMs;

/** Dependencies of the recurring tasks. */
interface MaintenanceDeps {
  readonly service: Pick<
    Service,
    'entries' | 'media' | 'clock' | 'failedLogins' | 'recentErrors' | 'tasks' | 'imports' | 'settings'
  >;
  readonly database: Database;
  readonly logger: Logger;
  /** Retention of the audit log, in days. */
  readonly auditDays: number;
}

/** Starts the recurring tasks. Stopping them waits for running tasks. */
export function startMaintenance({ service, database, logger, auditDays }: MaintenanceDeps): Recurring {
  const logFailure = (event: string) => (err: unknown) => logger.warn({ err }, event);
  // If there are several processes, only the first worker prunes at the start.
  const firstRun = cluster.isPrimary || cluster.worker?.id === 1 ? 'at once' : 'later';
  const tasks: readonly Recurring[] = [
    everySecond(() => publishDue(service.entries), logFailure('scheduled publishing failed')),
    // So that a process without requests finds out that a restore has replaced the site.
    everySecond(() => service.settings.refresh(), logFailure('settings refresh failed')),
    everySecond(
      () => service.tasks.runJobs((err, job) => logger.warn({ err, job }, 'job failed')),
      logFailure('job polling failed'),
    ),
    everySecond(
      () => service.tasks.deliverEvents((err, listener) => logger.warn({ err, listener }, 'event listener failed')),
      logFailure('event delivery failed'),
    ),
    refreshRenderings(database, service.entries.texts, logFailure('rendering refresh failed')),
    startMetaIndexUpdates(service.entries, logFailure('meta index update failed'), firstRun === 'at once'),
    everyInterval(10 * minuteMs, () => pruneFiles(service.media), logFailure('file cleanup failed'), firstRun),
    everyInterval(
      10 * minuteMs,
      () => completeReplacements(service.media),
      logFailure('file replacement failed'),
      firstRun,
    ),
    everyInterval(
      60 * minuteMs,
      () => pruneAuditLog(database, service.clock, auditDays),
      logFailure('audit log pruning failed'),
      firstRun,
    ),
    everyInterval(
      10 * minuteMs,
      () => pruneLocks(database, service.clock),
      logFailure('edit lock pruning failed'),
      firstRun,
    ),
    everyInterval(
      60 * minuteMs,
      () => deleteExpiredAutoDrafts(service.entries),
      logFailure('auto-draft cleanup failed'),
      firstRun,
    ),
    everyInterval(60 * minuteMs, () => service.imports.prune(), logFailure('import cleanup failed'), firstRun),
    everyInterval(
      60 * minuteMs,
      service.tasks.pruneBackupUploads,
      logFailure('backup upload cleanup failed'),
      firstRun,
    ),
    everyInterval(failedLoginWriteIntervalMs, () => service.failedLogins.write(), logFailure('audit log write failed')),
    everySecond(() => service.recentErrors.write(), logFailure('error storage failed')),
    everyInterval(
      10 * minuteMs,
      () => service.tasks.pruneEvents(Date.now() - eventRetentionMs),
      logFailure('event pruning failed'),
    ),
  ];
  return {
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
      await service.failedLogins.write().catch(logFailure('failed logins lost'));
      await service.recentErrors.write().catch(logFailure('error storage failed'));
    },
  };
}
