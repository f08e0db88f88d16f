// The backups of a running site: they are made and restored in the background, one at a time, and tell how far they are.

import { type Doer, noteDeed } from '../audit/note.ts';
import { DatabaseBusy, DatabaseUnavailable, DiskFull } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { type FileStore, StoreFull, StoreUnavailable } from '../files/store.ts';
import { type Claim, claimWork, isClaimed, lease } from './claim.ts';
import { BackupBroken, BackupNotReady, BackupUnfit, BackupUnknown } from './errors.ts';
import { siteName, type TablesOfExtension } from './fit.ts';
import { makeBackup } from './make-backup.ts';
import { type BackupPlace, newBackupId } from './place.ts';
import { type BackupRecord, contentsOf, type RestoreRecord } from './record.ts';
import { requireFit, restoreBackup } from './restore-backup.ts';

export interface BackupParts {
  readonly database: Database;
  readonly files: FileStore;
  /** Absent: none can be made. */
  readonly place: BackupPlace | undefined;
  /** The key of the site's hashes of secrets. */
  readonly key: string;
  /** The address of the site. */
  readonly home: string;
  readonly extensions: readonly TablesOfExtension[];
  readonly clock: () => number;
  /** Told why something failed, where that is more than its record tells. */
  readonly onFailure?: (error: unknown, id: string) => void;
}

/** Work in the background; `done` never rejects: what fails is told by the record. */
export interface Started {
  readonly record: BackupRecord;
  readonly done: Promise<BackupRecord>;
}

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

/** How often progress is written down, at most. Milliseconds. */
const noteEvery = 500;

const stopped = 'It was broken off: the process that did it has ended.';

/** The backups of a site: one is made or restored at a time, by whatever process. Ended by `close`. */
export function openBackups(parts: BackupParts): Backups {
  const { database, clock } = parts;
  const stopping = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  const time = () => new Date(clock()).toISOString();

  const requirePlace = (): BackupPlace => {
    if (parts.place) return parts.place;
    throw new BackupNotReady('No place for backups is configured.');
  };
  const find = async (id: string): Promise<BackupRecord> => {
    const found = await parts.place?.find(id);
    if (found) return found;
    throw new BackupUnknown('There is no backup of this id.');
  };
  const requireReady = (record: BackupRecord): BackupRecord => {
    if (record.state === 'ready') return record;
    throw new BackupNotReady('This backup is not whole; make another one.');
  };
  const note = ({ id, name }: BackupRecord, action: 'backup-made' | 'backup-deleted', by: Doer) =>
    database.transaction((tx) => noteDeed(tx, clock, by, { action, kind: 'backup', id, name }));
  /** Changes something while nobody else does. */
  const claimed = async <T>(work: () => Promise<T>): Promise<T> => {
    const claim = await claimWork(database, clock);
    try {
      return await work();
    } finally {
      await claim.release();
    }
  };
  /**
   * What is claimed, or somebody has worked on of late, is under way; anything else that looks so was broken off. The claim alone
   * does not tell: it cannot be renewed while a restore has the database to itself.
   */
  const asItIs = async (record: BackupRecord): Promise<BackupRecord> => {
    if (!looksBusy(record) || (await isClaimed(database, clock))) return record;
    const touched = (await parts.place?.touched(record.id)) ?? 0;
    return Date.now() - touched < lease ? record : brokenOff(record, time());
  };
  /** Does work in the background under a claim, and writes down how it ended. */
  const start = (claim: Claim, place: BackupPlace, record: BackupRecord, work: Work): Started => {
    const notes = noting(place, clock);
    const done = work(notes.progress)
      .then(
        (finished) => finished,
        (error: unknown) => {
          if (!stopping.signal.aborted && sentenceOf(error) === unexpected) parts.onFailure?.(error, record.id);
          return failed(record, time(), stopping.signal.aborted ? stopped : sentenceOf(error));
        },
      )
      .then(async (finished) => {
        await notes.last(finished).catch((error: unknown) => parts.onFailure?.(error, record.id));
        await claim.release().catch((error: unknown) => parts.onFailure?.(error, record.id));
        return finished;
      });
    working = done;
    return { record, done };
  };

  const make: Backups['make'] = async (name, by) => {
    const place = requirePlace();
    const id = newBackupId(clock());
    const claim = await claimWork(database, clock, () => place.touch(id));
    try {
      await clearBrokenOff(place, time());
      const about = { name, made: time(), made_by: by.actor.login, site: siteName(parts.key), home: parts.home };
      const record: BackupRecord = {
        ...{
          id,
          name,
          state: 'making',
          made: about.made,
          finished: null,
          made_by: by.actor.login,
        },
        ...{ size: 0, progress: 0, error: null, contents: null, restore: null },
      };
      await place.write(record);
      await note(record, 'backup-made', by);
      return start(claim, place, record, async (onProgress) => {
        const { signal } = stopping;
        const to = place.unfinishedOf(id);
        const { end, size } = await makeBackup({
          ...{ database, files: parts.files, to, about, signal },
          onProgress: (progress) => onProgress({ ...record, progress }),
        });
        await place.finish(id);
        return { ...record, state: 'ready', finished: time(), size, progress: 1, contents: contentsOf(end) };
      });
    } catch (error) {
      await claim.release();
      throw error;
    }
  };

  const restore: Backups['restore'] = async (id, by) => {
    const place = requirePlace();
    const archive = place.archiveOf(requireReady(await find(id)).id);
    const restoring = { ...parts, by, signal: stopping.signal };
    await requireFit(restoring, archive);
    const claim = await claimWork(database, clock, () => place.touch(id));
    try {
      await clearBrokenOff(place, time());
      const begun: RestoreRecord = {
        ...{
          state: 'restoring',
          started: time(),
          finished: null,
          started_by: by.actor.login,
          progress: 0,
          error: null,
        },
      };
      const record: BackupRecord = { ...requireReady(await find(id)), restore: begun };
      await place.write(record);
      return start(claim, place, record, async (onProgress) => {
        const { end } = await restoreBackup(
          { ...restoring, onProgress: (progress) => onProgress({ ...record, restore: { ...begun, progress } }) },
          archive,
        );
        const done: RestoreRecord = { ...begun, state: 'done', finished: time(), progress: 1 };
        return { ...record, contents: contentsOf(end), restore: done };
      });
    } catch (error) {
      await claim.release();
      throw error;
    }
  };

  return {
    list: async () => Promise.all(((await parts.place?.list()) ?? []).map(asItIs)),
    get: async (id) => asItIs(await find(id)),
    make,
    restore,
    rename: (id, name) =>
      claimed(async () => {
        const record = { ...(await find(id)), name };
        await requirePlace().write(record);
        return record;
      }),
    remove: (id, by) =>
      claimed(async () => {
        const record = await find(id);
        await note(record, 'backup-deleted', by);
        await requirePlace().remove(id);
        return record;
      }),
    close: async () => {
      stopping.abort();
      await working;
    },
  };
}

type Work = (onProgress: (record: BackupRecord) => void) => Promise<BackupRecord>;

/** Writes records down one after the other, and not more often than people look. */
function noting(place: BackupPlace, clock: () => number) {
  let written = clock();
  let writing: Promise<unknown> = Promise.resolve();
  return {
    progress: (record: BackupRecord) => {
      if (clock() - written < noteEvery) return;
      written = clock();
      // A note that cannot be written now is followed by another one.
      writing = writing.then(() => place.write(record)).catch(() => undefined);
    },
    last: async (record: BackupRecord) => {
      await writing;
      await place.write(record);
    },
  };
}

/** To be called under the claim: whoever looks busy then is not. */
async function clearBrokenOff(place: BackupPlace, now: string): Promise<void> {
  for (const record of await place.list()) {
    if (!looksBusy(record)) continue;
    await place.removeUnfinished(record.id);
    await place.write(brokenOff(record, now));
  }
}

const looksBusy = ({ state, restore }: BackupRecord) => state === 'making' || restore?.state === 'restoring';

const brokenOff = (record: BackupRecord, now: string): BackupRecord => failed(record, now, stopped);

/** What failed is the restore, where one was under way. */
function failed(record: BackupRecord, now: string, error: string): BackupRecord {
  if (record.restore?.state !== 'restoring') return { ...record, state: 'failed', finished: now, error };
  return { ...record, restore: { ...record.restore, state: 'failed', finished: now, error } };
}

const unexpected = 'Something went wrong that should not have; the log of the service tells what.';

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
