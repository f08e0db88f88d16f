// Finds the last successful backup, for metrics.
import { findAuditEvents } from '../audit/store.ts';
import type { ReadHandle } from '../database/handle.ts';
import type { BackupFolder } from './backup-folder.ts';
import { leaseMs } from './lease.ts';

/** The outcome of the last backups. */
export interface LastBackup {
  /** Time at which the last successful backup was finished, in milliseconds since 1970; 0 if there is none. */
  readonly succeededAt: number;
  /** Whether the latest backup in the backup folder has failed or was interrupted. */
  readonly hasFailed: boolean;
}

/** IDs of backups in the backup folder (`newBackupId`). The audit events of other backups are recorded when they are complete. */
const folderId = /^\d{8}t\d{6}-[0-9a-f]{8}$/;

/** Number of audit events among which a backup outside the backup folder is searched. */
const maxAuditEvents = 20;

/**
 * Returns the outcome of the last backups: those in the backup folder of this machine, and those that `octavo backup create --to` has
 * written. Throws StoreUnavailableError and errors of the database.
 */
export async function findLastBackup(folder: BackupFolder, read: ReadHandle, now: number): Promise<LastBackup> {
  const records = await folder.list();
  const times = records
    .filter(({ state }) => state === 'ready')
    .map(({ finished, made }) => Date.parse(finished ?? made));
  const events = await findAuditEvents(read, 'backup-created', maxAuditEvents);
  for (const { date_gmt, object_id } of events) if (!folderId.test(object_id)) times.push(Date.parse(`${date_gmt}Z`));
  const [latest] = records;
  const isInterrupted = latest?.state === 'making' && now - (await folder.lastTouched(latest.id)) > 2 * leaseMs;
  return { succeededAt: Math.max(0, ...times), hasFailed: latest?.state === 'failed' || isInterrupted };
}
