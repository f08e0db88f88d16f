// Beginning to make a backup: claimed, written down and noted; the rest is done in the background.
import type { Doer } from '../audit/note.ts';
import type { Background, Started } from './background.ts';
import { claimWork } from './claim.ts';
import { clearBrokenOff } from './failures.ts';
import { siteName } from './fit.ts';
import { makeBackup } from './make-backup.ts';
import { noteBackup } from './note-backup.ts';
import { type BackupParts, nowIn, requirePlace } from './parts.ts';
import { newBackupId } from './place.ts';
import { type BackupRecord, contentsOf } from './record.ts';

/** Begins to make a backup. Throws BackupNotReady, BackupBusy, and what place and database throw. */
export async function startBackup(
  parts: BackupParts,
  background: Background,
  name: string,
  by: Doer,
): Promise<Started> {
  const { database, files, clock } = parts;
  const place = requirePlace(parts);
  const id = newBackupId(clock());
  const claim = await claimWork(database, clock, () => place.touch(id));
  try {
    await clearBrokenOff(place, nowIn(parts));
    const about = { name, made: nowIn(parts), made_by: by.actor.login, site: siteName(parts.key), home: parts.home };
    const record: BackupRecord = {
      ...{ id, name, state: 'making', made: about.made, finished: null, made_by: about.made_by },
      ...{ size: 0, progress: 0, error: null, contents: null, restore: null },
    };
    await place.write(record);
    await noteBackup(parts, record, 'backup-made', by);
    return background.start(claim, place, record, async (onProgress) => {
      const { end, size } = await makeBackup({
        ...{ database, files, about, to: place.unfinishedOf(id), signal: background.signal },
        onProgress: (progress) => onProgress({ ...record, progress }),
      });
      await place.finish(id);
      return { ...record, state: 'ready', finished: nowIn(parts), size, progress: 1, contents: contentsOf(end) };
    });
  } catch (error) {
    await claim.release();
    throw error;
  }
}
