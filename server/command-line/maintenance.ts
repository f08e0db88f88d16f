// Runs the recurring tasks of the service: scheduled publishing, jobs, event delivery and cleanup.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { pruneAuditLog } from '../audit/store.ts';
import { deleteExpiredAutoDrafts } from '../cms-v2/auto-drafts/delete-auto-drafts.ts';
import { pruneDesignPreviews } from '../cms-v2/design-previews/store.ts';
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

/** A task that runs at intervals of several minutes. */
interface PruningTask {
  readonly minutes: number;
  readonly run: () => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
}

/** Dependencies of the recurring tasks. */
interface MaintenanceDeps {
  readonly service: Pick<
    Service,
    'entries' | 'media' | 'clock' | 'failedLogins' | 'recentErrors' | 'tasks' | 'imports' | 'jobs' | 'settings'
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
  const { jobs, tasks: serviceTasks } = service;
  const everySecondJob = (
    name: string,
    description: string,
    run: () => Promise<unknown>,
    onFailure: (error: unknown) => void,
  ) => everySecond(jobs.add({ name, description, intervalMs: 1000, run }), onFailure);
  const pruning = (
    name: string,
    description: string,
    { minutes, run, onFailure }: PruningTask,
    first: 'at once' | 'later' = firstRun,
  ) => {
    const intervalMs = minutes * minuteMs;
    return everyInterval(intervalMs, jobs.add({ name, description, intervalMs, run }), onFailure, first);
  };
  const tasks: readonly Recurring[] = [
    everySecondJob(
      'publish-scheduled',
      'Publishes scheduled entries whose time has come.',
      () => publishDue(service.entries),
      logFailure('scheduled publishing failed'),
    ),
    everySecondJob(
      'refresh-settings',
      'Reads the settings again if another process has changed them or a restore has replaced the site.',
      // So that a process without requests finds out that a restore has replaced the site.
      () => service.settings.refresh(),
      logFailure('settings refresh failed'),
    ),
    everySecondJob(
      'run-extension-jobs',
      'Runs the jobs of extensions that are due.',
      () => serviceTasks.runJobs((err, job) => logger.warn({ err, job }, 'job failed')),
      logFailure('job polling failed'),
    ),
    everySecondJob(
      'deliver-events',
      'Passes events to the listeners of extensions.',
      () => serviceTasks.deliverEvents((err, listener) => logger.warn({ err, listener }, 'event listener failed')),
      logFailure('event delivery failed'),
    ),
    refreshRenderings(database, service.entries.texts, logFailure('rendering refresh failed')),
    startMetaIndexUpdates(service.entries, logFailure('meta index update failed'), firstRun === 'at once'),
    pruning('prune-files', 'Deletes files that no media item refers to any more.', {
      ...{ minutes: 10, run: () => pruneFiles(service.media), onFailure: logFailure('file cleanup failed') },
    }),
    pruning('complete-replacements', 'Completes replacements of files that the file store has interrupted.', {
      ...{
        minutes: 10,
        run: () => completeReplacements(service.media),
        onFailure: logFailure('file replacement failed'),
      },
    }),
    pruning('prune-audit-log', 'Deletes events of the audit log that are older than its retention.', {
      ...{ minutes: 60, run: () => pruneAuditLog(database, service.clock, auditDays) },
      onFailure: logFailure('audit log pruning failed'),
    }),
    pruning('prune-locks', 'Deletes edit locks of editors that were closed.', {
      ...{
        minutes: 10,
        run: () => pruneLocks(database, service.clock),
        onFailure: logFailure('edit lock pruning failed'),
      },
    }),
    pruning('prune-design-previews', 'Deletes previews of changes of the design that have expired.', {
      ...{ minutes: 10, run: () => pruneDesignPreviews(database, service.clock) },
      onFailure: logFailure('design preview pruning failed'),
    }),
    pruning('delete-auto-drafts', 'Deletes entries that were started and never saved.', {
      ...{
        minutes: 60,
        run: () => deleteExpiredAutoDrafts(service.entries),
        onFailure: logFailure('auto-draft cleanup failed'),
      },
    }),
    pruning('prune-imports', 'Deletes uploaded export files that were abandoned.', {
      ...{ minutes: 60, run: () => service.imports.prune(), onFailure: logFailure('import cleanup failed') },
    }),
    pruning('prune-backup-uploads', 'Deletes uploaded backups that were abandoned.', {
      ...{ minutes: 60, run: service.tasks.pruneBackupUploads, onFailure: logFailure('backup upload cleanup failed') },
    }),
    // The next login or limited call of this process stores them, too, but there may be none.
    everySecond(
      () => serviceTasks.writeCounts(),
      // It reports its failures itself, as exchanges for logins do.
      () => {},
    ),
    pruning('prune-rate-limits', 'Deletes the counts of failed logins and rate limits that have expired.', {
      ...{ minutes: 1, run: serviceTasks.pruneCounts, onFailure: logFailure('rate limit cleanup failed') },
    }),
    everyInterval(failedLoginWriteIntervalMs, () => service.failedLogins.write(), logFailure('audit log write failed')),
    everySecond(() => service.recentErrors.write(), logFailure('error storage failed')),
    pruning(
      'prune-events',
      'Deletes events that all receivers have received and that are older than seven days.',
      {
        ...{ minutes: 10, run: () => serviceTasks.pruneEvents(Date.now() - eventRetentionMs) },
        onFailure: logFailure('event pruning failed'),
      },
      'later',
    ),
  ];
  return {
    stop: async () => {
      await Promise.all([jobs.stop(), ...tasks.map((task) => task.stop())]);
      await service.failedLogins.write().catch(logFailure('failed logins lost'));
      await service.recentErrors.write().catch(logFailure('error storage failed'));
      await serviceTasks.writeCounts();
    },
  };
}
