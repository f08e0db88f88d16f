// Reads a backup whole before anything is done with it.
import { open } from 'node:fs/promises';
import { isStorePath } from '../files/store.ts';
import { BackupBroken } from './errors.ts';
import {
  type End,
  endName,
  formatVersion,
  type Head,
  headName,
  isSealed,
  largestNote,
  largestPart,
  pathOfFile,
  readEnd,
  readHead,
  tableOfPart,
  unpackRows,
} from './format.ts';
import { ArchiveReader } from './tar.ts';

/** A backup that was read whole and is sound. */
export interface Checked {
  readonly head: Head;
  readonly end: End;
  /** Bytes. */
  readonly size: number;
  /** The sum of everything up to the last row, by which the same rows are known again. */
  readonly sumOfRows: string;
}

/** Opens a backup for the time of the work. Throws BackupBroken where there is no such file. */
export async function readingBackup<T>(
  path: string,
  work: (archive: ArchiveReader, size: number) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new BackupBroken(cause.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${cause.code})`, {
      cause,
    });
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new BackupBroken('it is no file');
    return await work(new ArchiveReader(file, found.size), found.size);
  } finally {
    await file.close();
  }
}

/** Reads the head alone. Throws BackupBroken. */
export const headOf = (path: string): Promise<Head> => readingBackup(path, firstMember);

async function firstMember(archive: ArchiveReader): Promise<Head> {
  const member = await archive.next();
  if (member?.name !== headName) throw new BackupBroken('it is no backup of Octavo');
  return readHead(await archive.whole(largestNote));
}

interface Watching {
  readonly signal?: AbortSignal | undefined;
  /** Told how much is done, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Reads a backup from its head to its end: every row can be read, every file has a path of its own that a store takes, and
 * everything amounts to what the end says.
 *
 * Throws BackupBroken, or the reason of the signal. Of a later version of the format only the head is read.
 */
export const checkBackup = (path: string, watching: Watching = {}): Promise<Checked> =>
  readingBackup(path, async (archive, size) => {
    const head = await firstMember(archive);
    if (head.version > formatVersion) throw new BackupBroken('a later version of Octavo has made it');
    const widths = new Map(head.tables.map(({ name, columns }) => [name, columns.length]));
    const counts = new Map(head.tables.map(({ name }) => [name, 0]));
    let files = 0;
    let sumOfRows: string | undefined;
    for (;;) {
      watching.signal?.throwIfAborted();
      watching.onProgress?.(archive.at / size);
      const member = await archive.next();
      if (!member) throw new BackupBroken('its end is missing');
      const table = tableOfPart(member.name);
      const file = pathOfFile(member.name);
      if (table !== undefined && sumOfRows === undefined) {
        const width = widths.get(table);
        if (width === undefined) throw new BackupBroken('it has rows of a table that its head does not name');
        const rows = await unpackRows(await archive.whole(largestPart), width);
        counts.set(table, (counts.get(table) ?? 0) + rows.length);
        continue;
      }
      sumOfRows ??= member.before;
      if (file !== undefined) {
        if (!isStorePath(file)) throw new BackupBroken('it has a file outside the place for files');
        for await (const _ of archive.content()) watching.signal?.throwIfAborted();
        files += 1;
        continue;
      }
      if (member.name !== endName) throw new BackupBroken('there is something in it that no backup has');
      const end = readEnd(await archive.whole(largestNote));
      const amounts =
        isSealed(member.before, end) &&
        end.files === files &&
        [...counts].every(([name, n]) => (end.rows[name] ?? 0) === n);
      if (!amounts) throw new BackupBroken('it was changed after it was made');
      if (await archive.next()) throw new BackupBroken('there is something behind its end');
      return { head, end, size, sumOfRows };
    }
  });
