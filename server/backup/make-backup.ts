// Makes a backup: all rows as they were at one moment, and the files that they speak of.
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import type { CellValue } from '../database/contents.ts';
import type { Database, Snapshot } from '../database/handle.ts';
import { lastMigration } from '../database/migrate.ts';
import { statement } from '../database/statement.ts';
import { faultOfDisk } from '../files/disk-store.ts';
import type { FileStore } from '../files/store.ts';
import { version } from '../version.ts';
import { extensionNumbers, keptTables, lastKeys } from './contents.ts';
import {
  type End,
  endName,
  fileName,
  formatVersion,
  type Head,
  headName,
  lineOf,
  packLines,
  partName,
  sealEnd,
  type TableShape,
} from './format.ts';
import { ArchiveWriter } from './tar.ts';

/** How much text of rows is packed together. Characters. */
const partSize = 1024 * 1024;

/** How many paths of missing files are told. */
const mostTold = 100;

export interface Making {
  readonly database: Database;
  readonly files: FileStore;
  /** The file to write, which must not be there. */
  readonly to: string;
  readonly about: Pick<Head, 'name' | 'made' | 'made_by' | 'site' | 'home'>;
  readonly signal?: AbortSignal;
  /** Told how much is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Writes a backup into a new file that its owner alone may read; nothing stays of one that fails. Others go on reading and
 * writing meanwhile.
 *
 * Throws StoreFull, StoreUnavailable, errors of the database, or the reason of the signal.
 */
export async function makeBackup(making: Making): Promise<{ head: Head; end: End; size: number }> {
  const { to } = making;
  const notes = `${to}.paths`;
  const opened: FileHandle[] = [];
  try {
    for (const path of [to, notes]) opened.push(await open(path, 'wx', 0o600));
    const [file, paths] = opened as [FileHandle, FileHandle];
    const archive = new ArchiveWriter(file);
    const written = await making.database.snapshot((snapshot) => writeRows(making, snapshot, archive, paths));
    const files = await writeFiles(making, archive, notes, written);
    const end = sealEnd(archive.sum(), { rows: written.rows, keys: written.keys, ...files });
    await addNote(archive, endName, end);
    await archive.end();
    await file.sync();
    return { head: written.head, end, size: archive.size };
  } catch (error) {
    if (opened.length > 0) await rm(to, { force: true });
    throw faultOfDisk(error);
  } finally {
    for (const each of opened) await each.close().catch(() => undefined);
    if (opened.length > 1) await rm(notes, { force: true });
  }
}

interface Written extends Pick<End, 'rows' | 'keys'> {
  readonly head: Head;
  /** Rows and files there are to write, and how many are written. */
  readonly total: number;
  readonly done: number;
}

const counting = (table: string) => statement(() => sql<{ n: number }>`select count(*) as n from ${sql.ref(table)}`);
const countingFiles = statement(
  () => sql<{ n: number }>`select count(*) as n from media_files where entry_id is not null`,
);

async function writeRows(
  making: Making,
  snapshot: Snapshot,
  archive: ArchiveWriter,
  paths: FileHandle,
): Promise<Written> {
  const extensions = await extensionNumbers(snapshot);
  const tables = await keptTables(snapshot, Object.keys(extensions));
  const head: Head = {
    ...{ format: 'octavo-backup', version: formatVersion, ...making.about, program: version() },
    ...{ schema: await lastMigration(snapshot), extensions, tables },
  };
  await addNote(archive, headName, head);
  const rows: Record<string, number> = {};
  for (const { name } of tables) rows[name] = Number((await snapshot.first(counting(name), {}))?.n);
  const files = Number((await snapshot.first(countingFiles, {}))?.n);
  const total = files + Object.values(rows).reduce((sum, n) => sum + n, 0);
  let done = 0;
  for (const table of tables) {
    for await (const some of inParts(snapshot, table)) {
      making.signal?.throwIfAborted();
      if (table.name === 'media_files') await paths.writeFile(pathLines(table, some.rows));
      const bytes = await packLines(some.lines);
      await archive.add(partName(table.name, some.n), bytes.length, [bytes]);
      done += some.rows.length;
      making.onProgress?.(done / total);
    }
  }
  return { head, rows, keys: await lastKeys(snapshot, Object.keys(rows)), total, done };
}

interface Part {
  readonly n: number;
  readonly lines: string[];
  readonly rows: (readonly CellValue[])[];
}

async function* inParts(snapshot: Snapshot, { name, columns }: TableShape): AsyncIterable<Part> {
  let part: Part = { n: 1, lines: [], rows: [] };
  let size = 0;
  for await (const rows of snapshot.rows(name, columns)) {
    for (const row of rows) {
      const line = lineOf(row);
      part.lines.push(line);
      part.rows.push(row);
      size += line.length;
      if (size < partSize) continue;
      yield part;
      part = { n: part.n + 1, lines: [], rows: [] };
      size = 0;
    }
  }
  if (part.rows.length > 0) yield part;
}

/** The paths of files that an entry has, a line each. Those are noted beside the backup, for there may be many. */
function pathLines({ columns }: TableShape, rows: Part['rows']): string {
  const [path, entry] = [columns.indexOf('path'), columns.indexOf('entry_id')];
  return rows.map((row) => (row[entry] === null ? '' : `${JSON.stringify(row[path])}\n`)).join('');
}

/** Files are written once and never changed, so those that are still there are those of the moment of the rows. */
async function writeFiles(
  { files, signal, onProgress }: Making,
  archive: ArchiveWriter,
  notes: string,
  { total, done: before }: Written,
): Promise<Pick<End, 'files' | 'missing' | 'missing_paths'>> {
  let kept = 0;
  const missing: string[] = [];
  let gone = 0;
  for await (const line of createInterface({ input: createReadStream(notes), crlfDelay: Number.POSITIVE_INFINITY })) {
    signal?.throwIfAborted();
    const path = JSON.parse(line) as string;
    if (await addFile(archive, files, path)) kept += 1;
    else {
      gone += 1;
      if (missing.length < mostTold) missing.push(path);
    }
    onProgress?.((before + kept + gone) / total);
  }
  return { files: kept, missing: gone, missing_paths: missing };
}

/** False where there is no such file any more. Once it is open it can be read to its end. */
async function addFile(archive: ArchiveWriter, files: FileStore, path: string): Promise<boolean> {
  const local = await files.local(path);
  if (!local) return false;
  try {
    const file = await open(local.path).catch(undefinedIfGone);
    if (!file) return false;
    const { size } = await file.stat();
    await archive.add(fileName(path), size, file.createReadStream());
    return true;
  } finally {
    await local.release();
  }
}

function undefinedIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const addNote = (archive: ArchiveWriter, name: string, note: object): Promise<void> => {
  const bytes = Buffer.from(`${JSON.stringify(note, null, 1)}\n`);
  return archive.add(name, bytes.length, [bytes]);
};
