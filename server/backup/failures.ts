// Describes failed and interrupted work on backups.
import { DatabaseBusy, DatabaseUnavailable, DiskFull, MigrationFailed } from '../database/errors.ts';
import { StoreFullError, StoreUnavailableError } from '../files/store.ts';
import type { BackupFolder } from './backup-folder.ts';
import { BackupCorrupt, BackupIncompatible } from './errors.ts';
import type { BackupRecord } from './record.ts';

/** Error message for work whose process has exited. */
export const interruptedMessage = 'Interrupted: the process has exited.';

/** Error message for work whose process was paused or could not reach the database for so long that another one may work on backups. */
export const lostMessage = 'Interrupted: the process was paused, or could not reach the database, for too long.';

/** Error message for unexpected errors. Their cause is logged. */
export const unexpectedMessage = 'Unexpected error; see the log of the service.';

/** Returns the message for administrators that describes an error. */
export function describeFailure(error: unknown): string {
  if (error instanceof BackupCorrupt) return `The backup cannot be used: ${error.message}.`;
  if (error instanceof BackupIncompatible || error instanceof MigrationFailed) return error.message;
  if (error instanceof StoreFullError || error instanceof DiskFull) return 'The disk or the file store is full.';
  if (error instanceof StoreUnavailableError) return `The file store is unavailable: ${error.message}.`;
  if (error instanceof DatabaseBusy) return 'The database was busy for too long.';
  if (error instanceof DatabaseUnavailable) return 'The database is unreachable.';
  return unexpectedMessage;
}

/** Returns the record with its check or restore marked as failed if one was in progress, otherwise with the backup marked as failed. */
export function markFailed(record: BackupRecord, now: string, error: string): BackupRecord {
  if (record.check?.state === 'checking')
    return { ...record, check: { ...record.check, state: 'failed', finished: now, error } };
  if (record.restore?.state !== 'restoring') return { ...record, state: 'failed', finished: now, error };
  return { ...record, restore: { ...record.restore, state: 'failed', finished: now, error } };
}

/** Returns whether a record is marked as in progress. The process that does the work may have died. */
export const isMarkedInProgress = ({ state, restore, check }: BackupRecord): boolean =>
  state === 'making' || restore?.state === 'restoring' || check?.state === 'checking';

/** Marks interrupted work as failed, and deletes its unfinished files. The caller must hold the lease, so that no work is in progress. */
export async function markInterruptedFailed(folder: BackupFolder, now: string): Promise<void> {
  for (const record of await folder.list()) {
    if (!isMarkedInProgress(record)) continue;
    await folder.deleteUnfinished(record.id);
    await folder.write(markFailed(record, now, interruptedMessage));
  }
}
