// How work on backups ends that does not come to its end: it fails, or the process that does it is gone.
import { DatabaseBusy, DatabaseUnavailable, DiskFull } from '../database/errors.ts';
import { StoreFull, StoreUnavailable } from '../files/store.ts';
import { BackupBroken, BackupUnfit } from './errors.ts';
import type { BackupPlace } from './place.ts';
import type { BackupRecord } from './record.ts';

/** What a record tells of work whose process has ended. */
export const stopped = 'It was broken off: the process that did it has ended.';

/** What it tells of a fault of ours, whose cause is for the log. */
export const unexpected = 'Something went wrong that should not have; the log of the service tells what.';

/** Why something failed, for those who manage the site. */
export function sentenceOf(error: unknown): string {
  if (error instanceof BackupBroken) return `The backup cannot be used: ${error.message}.`;
  if (error instanceof BackupUnfit) return error.message;
  if (error instanceof StoreFull || error instanceof DiskFull) return 'There is no room left.';
  if (error instanceof StoreUnavailable) return `The place for files cannot be used: ${error.message}.`;
  if (error instanceof DatabaseBusy) return 'Others have kept the database busy for too long.';
  if (error instanceof DatabaseUnavailable) return 'The database could not be reached.';
  return unexpected;
}

/** The record of what has failed: the restore where one was under way, else the backup. */
export function failed(record: BackupRecord, now: string, error: string): BackupRecord {
  if (record.restore?.state !== 'restoring') return { ...record, state: 'failed', finished: now, error };
  return { ...record, restore: { ...record.restore, state: 'failed', finished: now, error } };
}

/** Whether a record tells that something is under way. Its process may be gone all the same. */
export const looksBusy = ({ state, restore }: BackupRecord): boolean =>
  state === 'making' || restore?.state === 'restoring';

/** Ends what looks busy. To be called under the claim, when nobody works on anything. */
export async function clearBrokenOff(place: BackupPlace, now: string): Promise<void> {
  for (const record of await place.list()) {
    if (!looksBusy(record)) continue;
    await place.removeUnfinished(record.id);
    await place.write(failed(record, now, stopped));
  }
}
