// Manages the backups of a running site. Backups are created and restored in the background, one at a time, with progress reports.
import type { AuditActor } from '../audit/record-event.ts';
import { makeBackground, type StartedWork } from './background.ts';
import { type BackupDeps, currentTimestamp, findBackup, requireBackupFolder } from './deps.ts';
import { interruptedMessage, isMarkedInProgress, markFailed } from './failures.ts';
import {
  type BackupArchive,
  findObstacle,
  type InspectedBackup,
  inspectBackup,
  locateArchive,
  type RestoreObstacle,
  requireReady,
} from './inspect-backup.ts';
import { acquireLease, isLeaseHeld, leaseMs } from './lease.ts';
import type { BackupRecord } from './record.ts';
import { recordBackupEvent } from './record-backup-event.ts';
import { startBackup } from './start-backup.ts';
import { startCheck } from './start-check.ts';
import { type StartRestoreOptions, startRestore } from './start-restore.ts';

/**
 * The operations on backups, with the same result in every process of the site. All operations may throw StoreUnavailableError,
 * StoreFullError and errors of the database; operations that change data may also throw BackupBusy and BackupNotReady, and operations
 * with an ID BackupNotFound.
 */
export interface Backups {
  list(): Promise<BackupRecord[]>;
  get(id: string): Promise<BackupRecord>;
  /** Returns a complete backup. Throws BackupNotReady if it is incomplete. */
  getReady(id: string): Promise<BackupRecord>;
  /** Returns the header of a complete backup. Throws BackupNotReady, and BackupCorrupt if it cannot be read. */
  inspect(id: string): Promise<InspectedBackup>;
  /** Returns why a backup cannot be restored on this site; null if it can be, or if it is incomplete. */
  findObstacle(record: BackupRecord): Promise<RestoreObstacle | null>;
  /** Returns the file of a complete backup. Throws BackupNotReady if it is incomplete. */
  locateArchive(id: string): Promise<BackupArchive>;
  /** Starts creating a backup. */
  create(name: string, by: AuditActor): Promise<StartedWork>;
  rename(id: string, name: string): Promise<BackupRecord>;
  /** Starts reading a backup completely, to check that it is not damaged. The outcome is part of its record. */
  check(id: string): Promise<StartedWork>;
  /** Starts restoring a backup. Throws BackupIncompatible or BackupCorrupt if its header is not acceptable. */
  restore(id: string, by: AuditActor, options?: StartRestoreOptions): Promise<StartedWork>;
  /** Deletes a backup and returns the record as it was before. */
  delete(id: string, by: AuditActor): Promise<BackupRecord>;
  /** Resolves when no work is in progress in this process. */
  whenIdle(): Promise<void>;
  /** Aborts the work in progress and records it as failed. */
  close(): Promise<void>;
}

/**
 * Opens the backups of a site. Call `close` when the service stops. `onFailure` is called with errors that the record of the backup does
 * not describe in detail.
 */
export function openBackups(deps: BackupDeps, onFailure?: (error: unknown, id: string) => void): Backups {
  const background = makeBackground(deps.clock, onFailure);
  const currentRecord = (record: BackupRecord) => withInterruption(deps, record);
  return {
    list: async () => Promise.all(((await deps.folder?.list()) ?? []).map(currentRecord)),
    get: async (id) => currentRecord(await findBackup(deps, id)),
    getReady: (id) => requireReady(deps, id),
    inspect: (id) => inspectBackup(deps, id),
    findObstacle: (record) => findObstacle(deps, record),
    locateArchive: (id) => locateArchive(deps, id),
    create: (name, by) => startBackup(deps, background, name, by),
    check: (id) => startCheck(deps, background, id),
    restore: (id, by, options) => startRestore(deps, background, id, by, options),
    rename: (id, name) =>
      withLease(deps, async () => {
        const record = { ...(await findBackup(deps, id)), name };
        await requireBackupFolder(deps).write(record);
        return record;
      }),
    delete: (id, by) =>
      withLease(deps, async () => {
        const record = await findBackup(deps, id);
        await recordBackupEvent(deps, record, 'backup-deleted', by);
        await requireBackupFolder(deps).delete(id);
        return record;
      }),
    whenIdle: background.whenIdle,
    close: background.close,
  };
}

/** Runs `work` while this process holds the lease. Throws BackupBusy if another process holds it. */
async function withLease<T>({ database, clock }: BackupDeps, work: () => Promise<T>): Promise<T> {
  const lease = await acquireLease(database, clock);
  try {
    return await work();
  } finally {
    await lease.release();
  }
}

/**
 * Returns the record, marked as failed if its work was interrupted. Work counts as in progress while the lease is held or the record
 * was touched recently. The lease alone is not sufficient, because it cannot be renewed while a restore locks the database.
 */
async function withInterruption(deps: BackupDeps, record: BackupRecord): Promise<BackupRecord> {
  if (!isMarkedInProgress(record) || (await isLeaseHeld(deps.database, deps.clock))) return record;
  const touched = (await deps.folder?.lastTouched(record.id)) ?? 0;
  return Date.now() - touched < leaseMs ? record : markFailed(record, currentTimestamp(deps), interruptedMessage);
}
