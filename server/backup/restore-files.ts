// Puts the files of a backup into the store. Files that are there already stay; one that differs is put in place at the end.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Database } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { typeOfName } from '../files/kinds.ts';
import { spool } from '../files/spool.ts';
import type { FileStore } from '../files/store.ts';
import { readingBackup } from './check-backup.ts';
import { BackupBroken } from './errors.ts';
import { pathOfFile } from './format.ts';
import type { ArchiveReader } from './tar.ts';

/** How long files that no entry has yet are safe from the sweeper. Seconds. */
const safe = 24 * 60 * 60;

const claim = statement((q, p: Slots<{ path: string; claimed: number }>) =>
  q
    .insertInto('media_files')
    .values({ path: p.path, entry_id: null, claimed: p.claimed })
    .onConflict((conflict) => conflict.column('path').doNothing()),
);

const release = statement((q, p: Slots<{ path: string }>) =>
  q.deleteFrom('media_files').where('path', '=', p.path).where('entry_id', 'is', null),
);

export interface RestoringFiles {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Files of a backup that are in the store, or ready to be. */
export interface FilesInPlace {
  /** Puts those in place that others stood in the way of. To be called when the rows are there. */
  settle(): Promise<void>;
  /** Takes everything back. */
  undo(): Promise<void>;
}

/**
 * Stores the files of a backup that are not there. Each path is claimed before, so that the sweeper finds what a crash leaves.
 *
 * Throws StoreFull, StoreUnavailable, BackupBroken, or the reason of the signal; then nothing of it stays.
 */
export async function putFiles(parts: RestoringFiles, path: string): Promise<FilesInPlace> {
  const { database, files, clock, signal, onProgress } = parts;
  const put: string[] = [];
  const waiting = new Map<string, string>();
  const undo = async () => {
    for (const spooled of waiting.values()) await rm(spooled, { force: true });
    for (const each of put) await files.remove(each);
    await database.transaction(async (tx) => {
      for (const each of put) await tx.run(release, { path: each });
    });
  };
  try {
    await readingBackup(path, async (archive, size) => {
      for (let member = await archive.next(); member; member = await archive.next()) {
        signal?.throwIfAborted();
        onProgress?.(archive.at / size);
        const to = pathOfFile(member.name);
        if (to === undefined) continue;
        const spooled = await spoolMember(archive, files, member.size);
        if (await isSame(files, to, spooled)) await rm(spooled, { force: true });
        else {
          const claimed = Math.floor(clock() / 1000) + safe;
          await database.transaction((tx) => tx.run(claim, { path: to, claimed }));
          if (await files.put(to, spooled, typeOfName(to) ?? '')) put.push(to);
          else waiting.set(to, spooled);
        }
      }
    });
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  }
  return {
    undo,
    settle: async () => {
      for (const [to, spooled] of waiting) {
        await files.remove(to);
        await files.put(to, spooled, typeOfName(to) ?? '');
      }
    },
  };
}

async function spoolMember(archive: ArchiveReader, files: FileStore, size: number): Promise<string> {
  const spooled = await spool(archive.content(), files.workplace, size);
  if (spooled.size === size) return spooled.path;
  await rm(spooled.path, { force: true });
  throw new BackupBroken('it was changed while it was read');
}

/** Whether the store has this file already. */
async function isSame(files: FileStore, path: string, spooled: string): Promise<boolean> {
  const there = await files.local(path);
  if (!there) return false;
  try {
    return (await sumOf(there.path)) === (await sumOf(spooled));
  } finally {
    await there.release();
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
