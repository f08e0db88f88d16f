// Starts checking a backup: acquires the lease, writes the record, and reads the archive completely in the background.
import type { Background, StartedWork } from './background.ts';
import { checkBackup } from './check-backup.ts';
import { type BackupDeps, currentTimestamp, requireBackupFolder } from './deps.ts';
import { markInterruptedFailed } from './failures.ts';
import { requireReady } from './inspect-backup.ts';
import { acquireLease } from './lease.ts';
import { type BackupRecord, type CheckRecord, countsOf } from './record.ts';

/**
 * Starts checking a backup as a restore does before it changes anything. Throws BackupNotFound, BackupNotReady, BackupBusy, and the errors
 * of the backup folder and the database.
 */
export async function startCheck(deps: BackupDeps, background: Background, id: string): Promise<StartedWork> {
  const { database, clock } = deps;
  await requireReady(deps, id);
  const folder = requireBackupFolder(deps);
  const lease = await acquireLease(database, clock, () => folder.touch(id));
  try {
    await markInterruptedFailed(folder, currentTimestamp(deps));
    const initialCheck: CheckRecord = {
      ...{ state: 'checking', started: currentTimestamp(deps), finished: null },
      ...{ progress: 0, error: null },
    };
    const record: BackupRecord = { ...(await requireReady(deps, id)), check: initialCheck };
    await folder.write(record);
    return background.start(lease, folder, record, async (onProgress) => {
      const { end } = await checkBackup(folder.archiveOf(id), {
        signal: AbortSignal.any([background.signal, lease.lost]),
        onProgress: (progress) => onProgress({ ...record, check: { ...initialCheck, progress } }),
      });
      const finished = currentTimestamp(deps);
      return {
        ...record,
        contents: countsOf(end),
        check: { ...initialCheck, state: 'done', finished, progress: 1 },
      };
    });
  } catch (error) {
    await lease.release();
    throw error;
  }
}
