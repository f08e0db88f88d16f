// Starts restoring a backup: checks its header, acquires the lease, writes the record, and starts the work in the background.
import type { AuditActor } from '../audit/record-event.ts';
import type { Background, StartedWork } from './background.ts';
import { type BackupDeps, currentTimestamp, findBackup, requireBackupFolder } from './deps.ts';
import { BackupNotReady } from './errors.ts';
import { markInterruptedFailed } from './failures.ts';
import { acquireLease } from './lease.ts';
import { type BackupRecord, countsOf, type RestoreRecord } from './record.ts';
import { requireRestorable, restoreBackup } from './restore-backup.ts';

/**
 * Starts restoring a backup. Throws BackupNotFound, BackupNotReady, BackupBusy, the errors of the backup folder and the database, and
 * BackupIncompatible or BackupCorrupt if the header of the backup is not acceptable.
 */
export async function startRestore(
  deps: BackupDeps,
  background: Background,
  id: string,
  auditActor: AuditActor,
): Promise<StartedWork> {
  const { database, clock } = deps;
  const folder = requireBackupFolder(deps);
  const archive = folder.archiveOf((await requireReady(deps, id)).id);
  await requireRestorable(deps, archive);
  const lease = await acquireLease(database, clock, () => folder.touch(id));
  try {
    await markInterruptedFailed(folder, currentTimestamp(deps));
    const initialRestore: RestoreRecord = {
      ...{ state: 'restoring', started: currentTimestamp(deps), finished: null },
      ...{ started_by: auditActor.actor.login, progress: 0, error: null },
    };
    const record: BackupRecord = { ...(await requireReady(deps, id)), restore: initialRestore };
    await folder.write(record);
    return background.start(lease, folder, record, async (onProgress) => {
      const { end } = await restoreBackup(deps, archive, {
        ...{ auditActor, signal: background.signal },
        onProgress: (progress) => onProgress({ ...record, restore: { ...initialRestore, progress } }),
      });
      const finishedRestore: RestoreRecord = {
        ...initialRestore,
        state: 'done',
        finished: currentTimestamp(deps),
        progress: 1,
      };
      return { ...record, contents: countsOf(end), restore: finishedRestore };
    });
  } catch (error) {
    await lease.release();
    throw error;
  }
}

async function requireReady(deps: BackupDeps, id: string): Promise<BackupRecord> {
  const record = await findBackup(deps, id);
  if (record.state === 'ready') return record;
  throw new BackupNotReady('This backup is incomplete; create another backup.');
}
