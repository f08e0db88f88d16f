// The folder that backups are kept in: each is an archive and a note of the same name. It outlives the database.
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '../create-folder.ts';
import { storing } from '../files/disk-store.ts';
import { headOf } from './check-backup.ts';
import { BackupBroken } from './errors.ts';
import { type BackupRecord, recordOfHead } from './record.ts';

export interface BackupPlace {
  /** Where the archive of a backup is, or is to be. */
  archiveOf(id: string): string;
  /** Where it is while it is made. */
  unfinishedOf(id: string): string;
  /** All that is there, the latest first. Archives that somebody has put there are among them. */
  list(): Promise<BackupRecord[]>;
  find(id: string): Promise<BackupRecord | undefined>;
  write(record: BackupRecord): Promise<void>;
  /** Shows others that somebody works on a backup, and tells when that was shown last. Milliseconds since 1970. */
  touch(id: string): Promise<void>;
  touched(id: string): Promise<number>;
  /** Puts a finished archive in its place. */
  finish(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  removeUnfinished(id: string): Promise<void>;
}

/** Names of backups are names of files: nothing in them leads elsewhere. */
export const isBackupId = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{0,79}$/i.test(text);

/** A new name, by which backups stand in the order of their making. */
export const newBackupId = (now: number): string =>
  `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase()}-${randomBytes(4).toString('hex')}`;

/** Opens a folder, which is made on the first write and which its owner alone may look into. */
export function openPlace(folder: string): BackupPlace {
  const at = (name: string) => path.join(folder, name);
  const archiveOf = (id: string) => at(`${id}.tar`);
  const unfinishedOf = (id: string) => at(`${id}.tar.part`);
  const noteOf = (id: string) => at(`${id}.json`);
  const make = async () => {
    if (await createFolder(folder, 0o700)) await chmod(folder, 0o700);
  };
  const find = async (id: string): Promise<BackupRecord | undefined> => {
    if (!isBackupId(id)) return undefined;
    const note = await readFile(noteOf(id), 'utf8').catch(undefinedIfGone);
    const known = note === undefined ? undefined : noted(id, note);
    if (known) return known;
    const size = await sizeOf(archiveOf(id));
    if (size === undefined) return undefined;
    const head = await headOf(archiveOf(id)).catch((error: unknown) => {
      if (error instanceof BackupBroken) return undefined;
      throw error;
    });
    return head && recordOfHead(id, head, size);
  };
  return {
    archiveOf,
    unfinishedOf,
    find: (id) => storing(() => find(id)),
    list: () =>
      storing(async () => {
        const names = (await readdir(folder).catch(undefinedIfGone)) ?? [];
        const ids = new Set(names.flatMap((name) => /^(.+)\.(?:tar|json)$/.exec(name)?.[1] ?? []));
        const records = await Promise.all([...ids].map(find));
        return records
          .flatMap((record) => record ?? [])
          .sort((a, b) => (a.made === b.made ? (a.id < b.id ? 1 : -1) : a.made < b.made ? 1 : -1));
      }),
    write: (record) =>
      storing(async () => {
        await make();
        const fresh = at(`.${randomUUID()}`);
        const file = await open(fresh, 'wx', 0o600);
        try {
          await file
            .writeFile(`${JSON.stringify(record, null, 2)}\n`)
            .finally(() => file.sync())
            .finally(() => file.close());
          await rename(fresh, noteOf(record.id));
        } catch (error) {
          // What is half written takes room that there may be none of.
          await rm(fresh, { force: true });
          throw error;
        }
      }),
    touch: (id) => utimes(noteOf(id), new Date(), new Date()),
    touched: async (id) => (await stat(noteOf(id)).catch(undefinedIfGone))?.mtimeMs ?? 0,
    finish: (id) =>
      storing(async () => {
        await rename(unfinishedOf(id), archiveOf(id));
        const handle = await open(folder, 'r');
        await handle.sync().catch(() => undefined);
        await handle.close();
      }),
    remove: (id) =>
      storing(async () => {
        for (const each of [archiveOf(id), unfinishedOf(id), `${unfinishedOf(id)}.paths`, noteOf(id)])
          await rm(each, { force: true });
      }),
    removeUnfinished: (id) =>
      storing(async () => {
        for (const each of [unfinishedOf(id), `${unfinishedOf(id)}.paths`]) await rm(each, { force: true });
      }),
  };
}

/** A note that is no note any more counts as none: the archive tells of itself. */
function noted(id: string, text: string): BackupRecord | undefined {
  try {
    const record = JSON.parse(text) as BackupRecord;
    return record.id === id && typeof record.state === 'string' && typeof record.made === 'string' ? record : undefined;
  } catch {
    return undefined;
  }
}

const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then((found) => (found.isFile() ? found.size : undefined), undefinedIfGone);

function undefinedIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
