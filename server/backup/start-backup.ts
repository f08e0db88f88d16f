// Starts creating a backup: acquires the lease, writes the record and the audit event, and starts the work in the background.
import type { AuditActor } from '../audit/record-event.ts';
import type { Background, StartedWork } from './background.ts';
import { newBackupId } from './backup-folder.ts';
import { type BackupDeps, currentTimestamp, requireBackupFolder } from './deps.ts';
import { markInterruptedFailed } from './failures.ts';
import { acquireLease } from './lease.ts';
import { makeBackup } from './make-backup.ts';
import { type BackupRecord, countsOf } from './record.ts';
import { recordBackupEvent } from './record-backup-event.ts';

/** Starts creating a backup. Throws BackupNotReady, BackupBusy, and the errors of the backup folder and the database. */
export async function startBackup(
  deps: BackupDeps,
  background: Background,
  name: string,
  by: AuditActor,
): Promise<StartedWork> {
  const { database, files, clock, origin } = deps;
  const folder = requireBackupFolder(deps);
  const id = newBackupId(clock());
  const lease = await acquireLease(database, clock, () => folder.touch(id));
  try {
    await markInterruptedFailed(folder, currentTimestamp(deps));
    const headerFields = {
      name,
      made: currentTimestamp(deps),
      made_by: by.actor.login,
      ...origin,
    };
    const record: BackupRecord = {
      ...{ id, name, state: 'making', made: headerFields.made, finished: null, made_by: headerFields.made_by },
      ...{ size: 0, progress: 0, error: null, contents: null, restore: null },
    };
    await folder.write(record);
    await recordBackupEvent(deps, record, 'backup-created', by);
    return background.start(lease, folder, record, async (onProgress) => {
      const { end, size } = await makeBackup({
        ...{
          database,
          files,
          headerFields,
          to: folder.unfinishedOf(id),
          signal: AbortSignal.any([background.signal, lease.lost]),
        },
        onProgress: (progress) => onProgress({ ...record, progress }),
      });
      if (!(await lease.renew())) throw lease.lost.reason;
      await folder.moveToFinal(id);
      return {
        ...record,
        state: 'ready',
        finished: currentTimestamp(deps),
        size,
        progress: 1,
        contents: countsOf(end),
      };
    });
  } catch (error) {
    await lease.release();
    throw error;
  }
}
