// Stores the files of a backup. Identical files are not stored again; files with other content are replaced at the end.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Database } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { contentTypeOfName } from '../files/file-types.ts';
import { spool } from '../files/spool.ts';
import type { FileStore } from '../files/store.ts';
import { type ProgressOptions, withBackupFile } from './check-backup.ts';
import { BackupCorrupt } from './errors.ts';
import { pathOfEntry } from './format.ts';
import type { ArchiveReader } from './tar.ts';

/** Time for which files without an entry are protected from the file cleanup, in seconds. */
const claimSeconds = 24 * 60 * 60;

const claimStatement = statement((q, p: Slots<{ path: string; claimed: number }>) =>
  q
    .insertInto('media_files')
    .values({ path: p.path, entry_id: null, claimed: p.claimed })
    .onConflict((conflict) => conflict.column('path').doNothing()),
);

const releaseStatement = statement((q, p: Slots<{ path: string }>) =>
  q.deleteFrom('media_files').where('path', '=', p.path).where('entry_id', 'is', null),
);

/** The destination of the files. */
export interface RestoreFilesDeps {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: () => number;
}

/** The files of a backup that were stored, and the files that conflict with existing ones. */
export interface RestoredFiles {
  /** Replaces existing files that have the same path but other content. Must be called after the rows are committed. */
  replaceConflicting(): Promise<void>;
  /** Deletes the files that were stored or spooled. */
  undo(): Promise<void>;
}

/**
 * Stores the files of a backup that are missing from the store. Files with other content are spooled for `replaceConflicting`. Each
 * path is first inserted into `media_files` without an entry, so that the file cleanup deletes files that are left behind by a crash.
 *
 * Throws StoreFullError, StoreUnavailableError or BackupCorrupt, or `signal.reason` if the signal aborts, after deleting the files
 * that it has stored.
 */
export async function putFiles(
  { database, files, clock }: RestoreFilesDeps,
  path: string,
  { signal, onProgress }: ProgressOptions,
): Promise<RestoredFiles> {
  const storedPaths: string[] = [];
  const conflicting = new Map<string, string>();
  const undo = async () => {
    for (const spooled of conflicting.values()) await rm(spooled, { force: true });
    for (const each of storedPaths) await files.delete(each);
    await database.transaction(async (tx) => {
      for (const each of storedPaths) await tx.run(releaseStatement, { path: each });
    });
  };
  try {
    await withBackupFile(path, async (archive, size) => {
      for (let entry = await archive.next(); entry; entry = await archive.next()) {
        signal?.throwIfAborted();
        onProgress?.(archive.at / size);
        const to = pathOfEntry(entry.name);
        if (to === undefined) continue;
        const spooled = await spoolEntry(archive, files, entry.size);
        if (await isSame(files, to, spooled)) await rm(spooled, { force: true });
        else {
          const claimed = Math.floor(clock() / 1000) + claimSeconds;
          await database.transaction((tx) => tx.run(claimStatement, { path: to, claimed }));
          if (await files.put(to, spooled, contentTypeOfName(to) ?? '')) storedPaths.push(to);
          else conflicting.set(to, spooled);
        }
      }
    });
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  }
  return {
    undo,
    replaceConflicting: async () => {
      for (const [to, spooled] of conflicting) {
        await files.delete(to);
        await files.put(to, spooled, contentTypeOfName(to) ?? '');
      }
    },
  };
}

async function spoolEntry(archive: ArchiveReader, files: FileStore, size: number): Promise<string> {
  const spooled = await spool(archive.content(), files.workFolder, size);
  if (spooled.size === size) return spooled.path;
  await rm(spooled.path, { force: true });
  throw new BackupCorrupt('it was modified while it was read');
}

/** Returns whether the store already contains this file with the same content. */
async function isSame(files: FileStore, path: string, spooled: string): Promise<boolean> {
  const existing = await files.openLocal(path);
  if (!existing) return false;
  try {
    return (await checksumOf(existing.path)) === (await checksumOf(spooled));
  } finally {
    await existing.release();
  }
}

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
