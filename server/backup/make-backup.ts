// Creates a backup from all rows of one snapshot and the files that these rows refer to.
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import type { CellValue } from '../database/contents.ts';
import type { Database, Snapshot } from '../database/handle.ts';
import { lastMigration } from '../database/migration-history.ts';
import { statement } from '../database/statement.ts';
import { toStoreError } from '../files/disk-store.ts';
import type { FileStore } from '../files/store.ts';
import { version } from '../version.ts';
import {
  addChecksum,
  type BackupHeader,
  type BackupTrailer,
  encodeRow,
  fileEntryName,
  formatVersion,
  headerName,
  packLines,
  rowsEntryName,
  type TableDescription,
  trailerName,
} from './format.ts';
import { findExtensionVersions, findLastKeys, listBackedUpTables } from './tables.ts';
import { ArchiveWriter } from './tar.ts';

/** Size of rows before compression, in characters, at which an archive entry is complete. */
const partCharacters = 1024 * 1024;

/** Maximum number of missing files whose paths the trailer contains. */
const maxMissingPaths = 100;

/** The data to back up, the destination and callbacks. */
export interface MakeBackupOptions {
  readonly database: Database;
  readonly files: FileStore;
  /** The path of the file to create. It must not exist. */
  readonly to: string;
  readonly headerFields: Pick<BackupHeader, 'name' | 'made' | 'made_by' | 'site' | 'home'>;
  readonly signal?: AbortSignal;
  /** Called with the progress, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Writes a backup to a new file that only its owner may read. A failed backup leaves no file. The site can be read and changed
 * during the backup.
 *
 * Throws StoreFullError, StoreUnavailableError, errors of the database, or `signal.reason` if the signal aborts.
 */
export async function makeBackup(
  options: MakeBackupOptions,
): Promise<{ head: BackupHeader; end: BackupTrailer; size: number }> {
  const { to } = options;
  const pathsFile = `${to}.paths`;
  const openFiles: FileHandle[] = [];
  try {
    for (const path of [to, pathsFile]) openFiles.push(await open(path, 'wx', 0o600));
    const [file, paths] = openFiles as [FileHandle, FileHandle];
    const archive = new ArchiveWriter(file);
    const written = await options.database.snapshot((snapshot) => writeRows(options, snapshot, archive, paths));
    const files = await writeFiles(options, archive, pathsFile, written);
    const end = addChecksum(archive.checksum(), { rows: written.rows, keys: written.keys, ...files });
    await addJsonEntry(archive, trailerName, end);
    await archive.end();
    await file.sync();
    return { head: written.head, end, size: archive.size };
  } catch (error) {
    if (openFiles.length > 0) await rm(to, { force: true });
    throw toStoreError(error);
  } finally {
    for (const each of openFiles) await each.close().catch(() => undefined);
    if (openFiles.length > 1) await rm(pathsFile, { force: true });
  }
}

/** The result of writing the rows. */
interface WrittenRows extends Pick<BackupTrailer, 'rows' | 'keys'> {
  readonly head: BackupHeader;
  /** Total number of rows and files. */
  readonly total: number;
  /** Number of rows that have been written. */
  readonly done: number;
}

const countRowsStatement = (table: string) =>
  statement(() => sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`);
const countFilesStatement = statement(
  () => sql<{ n: number }>`select count(*) as n from ${sql.table('media_files')} where entry_id is not null`,
);

async function writeRows(
  options: MakeBackupOptions,
  snapshot: Snapshot,
  archive: ArchiveWriter,
  paths: FileHandle,
): Promise<WrittenRows> {
  const extensions = await findExtensionVersions(snapshot);
  const tables = await listBackedUpTables(snapshot, Object.keys(extensions));
  const head: BackupHeader = {
    ...{ format: 'octavo-backup', version: formatVersion, ...options.headerFields, program: version() },
    ...{ schema: await lastMigration(snapshot), extensions, tables },
  };
  await addJsonEntry(archive, headerName, head);
  const rows: Record<string, number> = {};
  for (const { name } of tables) rows[name] = Number((await snapshot.first(countRowsStatement(name), {}))?.n);
  const files = Number((await snapshot.first(countFilesStatement, {}))?.n);
  const total = files + Object.values(rows).reduce((sum, n) => sum + n, 0);
  let done = 0;
  for (const table of tables) {
    for await (const part of readParts(snapshot, table)) {
      options.signal?.throwIfAborted();
      if (table.name === 'media_files') await paths.writeFile(pathLines(table, part.rows));
      const bytes = await packLines(part.lines);
      await archive.add(rowsEntryName(table.name, part.n), bytes.length, [bytes]);
      done += part.rows.length;
      options.onProgress?.(done / total);
    }
  }
  return { head, rows, keys: await findLastKeys(snapshot, Object.keys(rows)), total, done };
}

/** The rows of an archive entry. `n` is the number of the entry within its table, counted from 1. */
interface Part {
  readonly n: number;
  readonly lines: string[];
  readonly rows: (readonly CellValue[])[];
}

async function* readParts(snapshot: Snapshot, { name, columns }: TableDescription): AsyncIterable<Part> {
  let part: Part = { n: 1, lines: [], rows: [] };
  let size = 0;
  for await (const rows of snapshot.rows(name, columns)) {
    for (const row of rows) {
      const line = encodeRow(row);
      part.lines.push(line);
      part.rows.push(row);
      size += line.length;
      if (size < partCharacters) continue;
      yield part;
      part = { n: part.n + 1, lines: [], rows: [] };
      size = 0;
    }
  }
  if (part.rows.length > 0) yield part;
}

/**
 * Returns the paths of files that belong to an entry, one JSON string per line. The lines are written to a temporary file, because
 * there may be too many for the memory.
 */
function pathLines({ columns }: TableDescription, rows: Part['rows']): string {
  const [path, entry] = [columns.indexOf('path'), columns.indexOf('entry_id')];
  return rows.map((row) => (row[entry] === null ? '' : `${JSON.stringify(row[path])}\n`)).join('');
}

/**
 * Writes the files. Those that still exist match the snapshot, except for files of media items that were replaced since then, which are
 * written in their new version.
 */
async function writeFiles(
  { files, signal, onProgress }: MakeBackupOptions,
  archive: ArchiveWriter,
  pathsFile: string,
  { total, done: before }: WrittenRows,
): Promise<Pick<BackupTrailer, 'files' | 'missing' | 'missing_paths'>> {
  let writtenFiles = 0;
  const missing: string[] = [];
  let missingCount = 0;
  for await (const line of createInterface({
    input: createReadStream(pathsFile),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    signal?.throwIfAborted();
    const path = JSON.parse(line) as string;
    if (await addFile(archive, files, path)) writtenFiles += 1;
    else {
      missingCount += 1;
      if (missing.length < maxMissingPaths) missing.push(path);
    }
    onProgress?.((before + writtenFiles + missingCount) / total);
  }
  return { files: writtenFiles, missing: missingCount, missing_paths: missing };
}

/** Adds a file. Returns false when it no longer exists. A file that is deleted after it was opened can be read to its end. */
async function addFile(archive: ArchiveWriter, files: FileStore, path: string): Promise<boolean> {
  const local = await files.openLocal(path);
  if (!local) return false;
  try {
    const file = await open(local.path).catch(undefinedIfGone);
    if (!file) return false;
    const { size } = await file.stat();
    await archive.add(fileEntryName(path), size, file.createReadStream());
    return true;
  } finally {
    await local.release();
  }
}

function undefinedIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const addJsonEntry = (archive: ArchiveWriter, name: string, content: object): Promise<void> => {
  const bytes = Buffer.from(`${JSON.stringify(content, null, 1)}\n`);
  return archive.add(name, bytes.length, [bytes]);
};
