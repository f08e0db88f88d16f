// Creates a backup of the data that a restore replaces.
import type { ProgressOptions } from './check-backup.ts';
import { type BackupDeps, currentTimestamp, requireBackupFolder } from './deps.ts';
import { makeBackup } from './make-backup.ts';
import { type BackupRecord, countsOf } from './record.ts';

/** The identity of the backup. */
export interface CopyOptions {
  readonly id: string;
  /** The name of the backup that is restored, or its ID. */
  readonly restored: string;
  /** The username of the user who started the restore; empty for the command line. */
  readonly createdBy: string;
}

/**
 * Creates a backup of the current data in the backup folder. If that fails, nothing is left. The caller must prevent changes, so that the
 * backup contains everything that the restore will replace.
 *
 * Throws StoreFullError, StoreUnavailableError, errors of the database, or `signal.reason` if the signal aborts.
 */
export async function copyBeforeRestore(
  deps: BackupDeps,
  { id, restored, createdBy }: CopyOptions,
  { signal, onProgress }: ProgressOptions,
): Promise<BackupRecord> {
  const { database, files, origin } = deps;
  const folder = requireBackupFolder(deps);
  const headerFields = {
    name: `Before the restore of ${restored}`.slice(0, maxNameLength),
    made: currentTimestamp(deps),
    made_by: createdBy,
  };
  const record: BackupRecord = {
    ...{ id, ...headerFields, automatic: true, state: 'making', finished: null },
    ...{ size: 0, progress: 0, error: null, contents: null, restore: null },
  };
  await folder.write(record);
  try {
    const { end, size } = await makeBackup({
      ...{ database, files, to: folder.unfinishedOf(id), headerFields: { ...headerFields, ...origin } },
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
    await folder.moveToFinal(id);
    const finished = currentTimestamp(deps);
    const complete: BackupRecord = { ...record, state: 'ready', finished, size, progress: 1, contents: countsOf(end) };
    await folder.write(complete);
    return complete;
  } catch (error) {
    await folder.delete(id).catch(() => undefined);
    throw error;
  }
}

/** Maximum length of the name of a backup, in characters. */
const maxNameLength = 200;
