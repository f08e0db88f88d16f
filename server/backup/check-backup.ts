// Reads and validates a complete backup before it is restored.
import { open } from 'node:fs/promises';
import { isStorePath } from '../files/store.ts';
import { BackupCorrupt } from './errors.ts';
import {
  type BackupHeader,
  type BackupTrailer,
  formatVersion,
  hasValidChecksum,
  headerName,
  maxMetadataBytes,
  maxPartBytes,
  parseHeader,
  parseTrailer,
  pathOfEntry,
  tableOfEntry,
  trailerName,
  unpackRows,
} from './format.ts';
import { ArchiveReader } from './tar.ts';

/** A valid backup that was read completely. */
export interface CheckedBackup {
  readonly head: BackupHeader;
  readonly end: BackupTrailer;
  /** Size of the file, in bytes. */
  readonly size: number;
  /** Checksum of everything up to the last row. It must be the same when the rows are read again. */
  readonly rowsChecksum: string;
}

/** Opens a backup file for the duration of `work`. Throws BackupCorrupt when the file does not exist or is not readable. */
export async function withBackupFile<T>(
  path: string,
  work: (archive: ArchiveReader, size: number) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new BackupCorrupt(cause.code === 'ENOENT' ? 'the file does not exist' : `it cannot be read (${cause.code})`, {
      cause,
    });
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new BackupCorrupt('it is not a file');
    return await work(new ArchiveReader(file, found.size), found.size);
  } finally {
    await file.close();
  }
}

/** Returns the header of a backup file. Throws BackupCorrupt if the file is not a backup or its header is damaged. */
export const readHeader = (path: string): Promise<BackupHeader> => withBackupFile(path, readFirstEntry);

async function readFirstEntry(archive: ArchiveReader): Promise<BackupHeader> {
  const entry = await archive.next();
  if (entry?.name !== headerName) throw new BackupCorrupt('it is not an Octavo backup');
  return parseHeader(await archive.readAll(maxMetadataBytes));
}

/** Options for long operations. */
export interface ProgressOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Reads a backup completely and checks that every row can be decoded, that every file has a valid path, and that counts and
 * checksum match the trailer.
 *
 * Throws BackupCorrupt for an invalid backup and, after reading only the header, for a newer version of the format. Throws
 * `signal.reason` if the signal aborts.
 */
export const checkBackup = (path: string, progressOptions: ProgressOptions = {}): Promise<CheckedBackup> =>
  withBackupFile(path, async (archive, size) => {
    const head = await readFirstEntry(archive);
    if (head.version > formatVersion) throw new BackupCorrupt('it was created by a newer version of Octavo');
    const widths = new Map(head.tables.map(({ name, columns }) => [name, columns.length]));
    const counts = new Map(head.tables.map(({ name }) => [name, 0]));
    let files = 0;
    let rowsChecksum: string | undefined;
    for (;;) {
      progressOptions.signal?.throwIfAborted();
      progressOptions.onProgress?.(archive.at / size);
      const entry = await archive.next();
      if (!entry) throw new BackupCorrupt('its trailer is missing');
      const table = tableOfEntry(entry.name);
      const file = pathOfEntry(entry.name);
      if (table !== undefined && rowsChecksum === undefined) {
        const width = widths.get(table);
        if (width === undefined) throw new BackupCorrupt('it contains rows of a table that its header does not list');
        const rows = await unpackRows(await archive.readAll(maxPartBytes), width);
        counts.set(table, (counts.get(table) ?? 0) + rows.length);
        continue;
      }
      rowsChecksum ??= entry.checksumBefore;
      if (file !== undefined) {
        if (!isStorePath(file)) throw new BackupCorrupt('it contains a file with an invalid path');
        for await (const _ of archive.content()) progressOptions.signal?.throwIfAborted();
        files += 1;
        continue;
      }
      if (entry.name !== trailerName) throw new BackupCorrupt('it contains an unexpected entry');
      const end = parseTrailer(await archive.readAll(maxMetadataBytes));
      const matches =
        hasValidChecksum(entry.checksumBefore, end) &&
        end.files === files &&
        [...counts].every(([name, n]) => (end.rows[name] ?? 0) === n);
      if (!matches) throw new BackupCorrupt('it was modified after it was created');
      if (await archive.next()) throw new BackupCorrupt('it contains data after its trailer');
      return { head, end, size, rowsChecksum: rowsChecksum };
    }
  });
