// Manages the backup folder. A backup consists of an archive and a JSON record with the same name. The record is not in the database,
// so that it survives the loss of the database.
import { randomBytes } from 'node:crypto';
import { chmod, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '../create-folder.ts';
import { mapDiskErrors } from '../files/disk-store.ts';
import { readHeader } from './check-backup.ts';
import { BackupCorrupt } from './errors.ts';
import { type BackupRecord, recordOfHeader } from './record.ts';
import { writeJson } from './write-json.ts';

/** The folder that contains the backups of a site. */
export interface BackupFolder {
  /** Returns the path of the archive of a backup. */
  archiveOf(id: string): string;
  /** Returns the path of the archive of a backup while the archive is being written. */
  unfinishedOf(id: string): string;
  /** Returns all backups, the latest first, including archives that were copied into the folder. */
  list(): Promise<BackupRecord[]>;
  find(id: string): Promise<BackupRecord | undefined>;
  write(record: BackupRecord): Promise<void>;
  /** Records that work on a backup is in progress at this time. */
  touch(id: string): Promise<void>;
  /** Returns the time of the last `touch`, in milliseconds since 1970; 0 if the backup has no record. */
  lastTouched(id: string): Promise<number>;
  /** Moves a finished archive to its final path. */
  moveToFinal(id: string): Promise<void>;
  delete(id: string): Promise<void>;
  deleteUnfinished(id: string): Promise<void>;
}

/** Returns whether a string is a valid backup ID. IDs are used as file names, so they contain no path separators. */
export const isBackupId = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{0,79}$/i.test(text);

/** Returns the path of the record of the upload with which a backup was received, in a backup folder. */
export const uploadRecordFile = (folder: string, id: string): string => path.join(folder, `${id}.upload`);

/** Returns a new backup ID. IDs sort by creation time. `now` is in milliseconds since 1970. */
export const newBackupId = (now: number): string =>
  `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase()}-${randomBytes(4).toString('hex')}`;

/** Opens a backup folder. The first write creates the folder, with access for its owner only. */
export function openBackupFolder(folder: string): BackupFolder {
  const at = (name: string) => path.join(folder, name);
  const archiveOf = (id: string) => at(`${id}.tar`);
  const unfinishedOf = (id: string) => at(`${id}.tar.part`);
  const recordFileOf = (id: string) => at(`${id}.json`);
  const uploadFileOf = (id: string) => uploadRecordFile(folder, id);
  const ensureFolder = async () => {
    if (await createFolder(folder, 0o700)) await chmod(folder, 0o700);
  };
  const find = async (id: string): Promise<BackupRecord | undefined> => {
    if (!isBackupId(id)) return undefined;
    const json = await readFile(recordFileOf(id), 'utf8').catch(undefinedIfGone);
    const known = json === undefined ? undefined : parseRecord(id, json);
    if (known) return known;
    const size = await sizeOf(archiveOf(id));
    if (size === undefined) return undefined;
    const head = await readHeader(archiveOf(id)).catch((error: unknown) => {
      if (error instanceof BackupCorrupt) return undefined;
      throw error;
    });
    return head && recordOfHeader(id, head, size);
  };
  return {
    archiveOf,
    unfinishedOf,
    find: (id) => mapDiskErrors(() => find(id)),
    list: () =>
      mapDiskErrors(async () => {
        const names = (await readdir(folder).catch(undefinedIfGone)) ?? [];
        const ids = new Set(names.flatMap((name) => /^(.+)\.(?:tar|json)$/.exec(name)?.[1] ?? []));
        const records = await Promise.all([...ids].map(find));
        return records
          .flatMap((record) => record ?? [])
          .sort((a, b) => (a.made === b.made ? (a.id < b.id ? 1 : -1) : a.made < b.made ? 1 : -1));
      }),
    write: (record) =>
      mapDiskErrors(async () => {
        await ensureFolder();
        await writeJson(recordFileOf(record.id), record);
      }),
    touch: (id) => utimes(recordFileOf(id), new Date(), new Date()),
    lastTouched: async (id) => (await stat(recordFileOf(id)).catch(undefinedIfGone))?.mtimeMs ?? 0,
    moveToFinal: (id) =>
      mapDiskErrors(async () => {
        await rename(unfinishedOf(id), archiveOf(id));
        const handle = await open(folder, 'r');
        await handle.sync().catch(() => undefined);
        await handle.close();
      }),
    delete: (id) =>
      mapDiskErrors(async () => {
        for (const each of [
          archiveOf(id),
          unfinishedOf(id),
          `${unfinishedOf(id)}.paths`,
          recordFileOf(id),
          uploadFileOf(id),
        ])
          await rm(each, { force: true });
      }),
    deleteUnfinished: (id) =>
      mapDiskErrors(async () => {
        for (const each of [unfinishedOf(id), `${unfinishedOf(id)}.paths`]) await rm(each, { force: true });
      }),
  };
}

/** Parses a record. Returns undefined for an invalid record, which can be replaced with data from the header of the archive. */
function parseRecord(id: string, text: string): BackupRecord | undefined {
  try {
    const record = JSON.parse(text) as BackupRecord;
    return record.id === id && typeof record.state === 'string' && typeof record.made === 'string' ? record : undefined;
  } catch {
    return undefined;
  }
}

const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then((found) => (found.isFile() ? found.size : undefined), undefinedIfGone);

/** Returns undefined for the error of a file that does not exist, and throws others. */
export function undefinedIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
