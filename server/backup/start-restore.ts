// Beginning to restore a backup: looked at, claimed and written down; the rest is done in the background.
import type { Doer } from '../audit/note.ts';
import type { Background, Started } from './background.ts';
import { claimWork } from './claim.ts';
import { BackupNotReady } from './errors.ts';
import { clearBrokenOff } from './failures.ts';
import { type BackupParts, findBackup, nowIn, requirePlace } from './parts.ts';
import { type BackupRecord, contentsOf, type RestoreRecord } from './record.ts';
import { requireFit, restoreBackup } from './restore-backup.ts';

/**
 * Begins to restore a backup. Throws BackupUnknown, BackupNotReady, BackupBusy, BackupUnfit or BackupBroken where it can be seen
 * at once that it cannot be, and what place and database throw.
 */
export async function startRestore(parts: BackupParts, background: Background, id: string, by: Doer): Promise<Started> {
  const { database, clock } = parts;
  const place = requirePlace(parts);
  const archive = place.archiveOf((await requireReady(parts, id)).id);
  const restoring = { ...parts, by, signal: background.signal };
  await requireFit(restoring, archive);
  const claim = await claimWork(database, clock, () => place.touch(id));
  try {
    await clearBrokenOff(place, nowIn(parts));
    const begun: RestoreRecord = {
      ...{ state: 'restoring', started: nowIn(parts), finished: null },
      ...{ started_by: by.actor.login, progress: 0, error: null },
    };
    const record: BackupRecord = { ...(await requireReady(parts, id)), restore: begun };
    await place.write(record);
    return background.start(claim, place, record, async (onProgress) => {
      const { end } = await restoreBackup(
        { ...restoring, onProgress: (progress) => onProgress({ ...record, restore: { ...begun, progress } }) },
        archive,
      );
      const done: RestoreRecord = { ...begun, state: 'done', finished: nowIn(parts), progress: 1 };
      return { ...record, contents: contentsOf(end), restore: done };
    });
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function requireReady(parts: BackupParts, id: string): Promise<BackupRecord> {
  const record = await findBackup(parts, id);
  if (record.state === 'ready') return record;
  throw new BackupNotReady('This backup is not whole; make another one.');
}
