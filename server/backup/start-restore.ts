// Starts restoring a backup: checks its header, acquires the lease, writes the record, and starts the work in the background.
import type { AuditActor } from '../audit/record-event.ts';
import { importLease, isLeaseHeld } from '../database/lease.ts';
import type { Background, StartedWork } from './background.ts';
import { type BackupFolder, newBackupId } from './backup-folder.ts';
import { copyBeforeRestore } from './copy-before-restore.ts';
import { type BackupDeps, currentTimestamp, requireBackupFolder } from './deps.ts';
import { BackupBusy } from './errors.ts';
import { markInterruptedFailed } from './failures.ts';
import { requireReady } from './inspect-backup.ts';
import { acquireLease } from './lease.ts';
import { type BackupRecord, countsOf, type RestoreRecord } from './record.ts';
import { recordBackupEvent } from './record-backup-event.ts';
import { requireRestorable, restoreBackup } from './restore-backup.ts';

/** Options of a restore. */
export interface StartRestoreOptions {
  /**
   * Whether a backup of the current data is created first. It contains every change that was acknowledged, because further ones fail from
   * its beginning until the end of the restore, and it is kept if the restore fails later.
   */
  readonly copiesCurrent?: boolean;
  /** Whether a backup of another site may replace the current site. Afterwards, the service has to be opened again. */
  readonly foreign?: boolean;
}

/**
 * Starts restoring a backup. Throws BackupNotFound, BackupNotReady, BackupBusy, the errors of the backup folder and the database, and
 * BackupIncompatible or BackupCorrupt if the header of the backup is not acceptable.
 */
export async function startRestore(
  deps: BackupDeps,
  background: Background,
  id: string,
  auditActor: AuditActor,
  { copiesCurrent = false, foreign = false }: StartRestoreOptions = {},
): Promise<StartedWork> {
  const { database, clock } = deps;
  const folder = requireBackupFolder(deps);
  const archive = folder.archiveOf((await requireReady(deps, id)).id);
  await requireRestorable(deps, archive, foreign);
  if (await isLeaseHeld(database, clock, importLease))
    throw new BackupBusy('A file is being imported; stop the import, or wait until it has finished.');
  const copyId = copiesCurrent ? newBackupId(clock()) : undefined;
  const lease = await acquireLease(database, clock, () => touchBoth(folder, id, copyId));
  try {
    await markInterruptedFailed(folder, currentTimestamp(deps));
    const startedBy = auditActor.actor.login;
    const initialRestore: RestoreRecord = {
      ...{ state: 'restoring', started: currentTimestamp(deps), finished: null },
      ...{ started_by: startedBy, progress: 0, error: null },
    };
    const record: BackupRecord = { ...(await requireReady(deps, id)), restore: initialRestore };
    await folder.write(record);
    return background.start(lease, folder, record, async (onProgress) => {
      let copy: BackupRecord | undefined;
      const beforeReplacing = async (options: Parameters<typeof copyBeforeRestore>[2]) => {
        const copyOptions = { id: copyId ?? '', restored: record.name || id, createdBy: startedBy };
        copy = await copyBeforeRestore(deps, copyOptions, options);
      };
      try {
        const { end } = await restoreBackup(deps, archive, {
          ...{ auditActor, foreign, signal: background.signal },
          ...(copyId !== undefined && { beforeReplacing }),
          onProgress: (progress) => onProgress({ ...record, restore: { ...initialRestore, progress } }),
        });
        const finishedRestore: RestoreRecord = {
          ...{ ...initialRestore, state: 'done', finished: currentTimestamp(deps), progress: 1 },
          ...(copyId !== undefined && { copy: copyId }),
        };
        return { ...record, contents: countsOf(end), restore: finishedRestore };
      } finally {
        // The event is not part of the transaction of the restore, because the copy is kept if this transaction is rolled back.
        if (copy) await recordBackupEvent(deps, copy, 'backup-created', auditActor).catch(background.report(copy.id));
      }
    });
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/** Records that a restore is in progress, and that the copy of the current data is, once it exists. */
async function touchBoth(folder: BackupFolder, id: string, copyId: string | undefined): Promise<void> {
  await folder.touch(id);
  if (copyId !== undefined) await folder.touch(copyId).catch(() => undefined);
}
