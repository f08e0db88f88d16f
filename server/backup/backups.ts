// The backups of a running site: they are made and restored in the background, one at a time, and tell how far they are.
import type { Doer } from '../audit/note.ts';
import { makeBackground, type Started } from './background.ts';
import { claimWork, isClaimed, lease } from './claim.ts';
import { failed, looksBusy, stopped } from './failures.ts';
import { noteBackup } from './note-backup.ts';
import { type BackupParts, findBackup, nowIn, requirePlace } from './parts.ts';
import type { BackupRecord } from './record.ts';
import { startBackup } from './start-backup.ts';
import { startRestore } from './start-restore.ts';

/**
 * All of them, the same for every process of the site. Errors of all: StoreUnavailable, StoreFull, errors of the database;
 * those that change anything: BackupBusy, BackupNotReady; those that name one: BackupUnknown.
 */
export interface Backups {
  list(): Promise<BackupRecord[]>;
  get(id: string): Promise<BackupRecord>;
  /** Begins to make one. */
  make(name: string, by: Doer): Promise<Started>;
  rename(id: string, name: string): Promise<BackupRecord>;
  /** Begins to restore one. Throws BackupUnfit or BackupBroken where it can be seen at once that it cannot be. */
  restore(id: string, by: Doer): Promise<Started>;
  /** Removes one; gives what it was. */
  remove(id: string, by: Doer): Promise<BackupRecord>;
  /** Ends what is under way, which has failed then. */
  close(): Promise<void>;
}

/** The backups of a site: one is made or restored at a time, by whatever process. Ended by `close`. */
export function openBackups(parts: BackupParts): Backups {
  const background = makeBackground(parts.clock, parts.onFailure);
  const asItIs = (record: BackupRecord) => recordAsItIs(parts, record);
  return {
    list: async () => Promise.all(((await parts.place?.list()) ?? []).map(asItIs)),
    get: async (id) => asItIs(await findBackup(parts, id)),
    make: (name, by) => startBackup(parts, background, name, by),
    restore: (id, by) => startRestore(parts, background, id, by),
    rename: (id, name) =>
      whileClaimed(parts, async () => {
        const record = { ...(await findBackup(parts, id)), name };
        await requirePlace(parts).write(record);
        return record;
      }),
    remove: (id, by) =>
      whileClaimed(parts, async () => {
        const record = await findBackup(parts, id);
        await noteBackup(parts, record, 'backup-deleted', by);
        await requirePlace(parts).remove(id);
        return record;
      }),
    close: background.close,
  };
}

/** Changes something while nobody else does. */
async function whileClaimed<T>({ database, clock }: BackupParts, work: () => Promise<T>): Promise<T> {
  const claim = await claimWork(database, clock);
  try {
    return await work();
  } finally {
    await claim.release();
  }
}

/**
 * What is claimed, or somebody has worked on of late, is under way; anything else that looks so was broken off. The claim alone
 * does not tell: it cannot be renewed while a restore has the database to itself.
 */
async function recordAsItIs(parts: BackupParts, record: BackupRecord): Promise<BackupRecord> {
  if (!looksBusy(record) || (await isClaimed(parts.database, parts.clock))) return record;
  const touched = (await parts.place?.touched(record.id)) ?? 0;
  return Date.now() - touched < lease ? record : failed(record, nowIn(parts), stopped);
}
