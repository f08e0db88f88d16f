import { constants } from 'node:fs';
import { access, open, realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { DatabaseUnusable } from '../../errors.ts';
import { Connection } from './connection.ts';
import { deadlineIn, untilFree } from './patience.ts';

/** Marks the file as Octavo's in its header: "Octv" in ASCII. */
const APPLICATION_ID = 0x4f637476;

/** Pages kept in memory by the writing connection, in KB. */
const CACHE_KB = 16_384;

/** A writing connection that is ready, and where its file really is. */
export interface OpenedFile {
  readonly file: string;
  readonly writer: Connection;
}

/**
 * Opens a database file for writing, or creates it; its folder must be there.
 * @throws DatabaseUnusable with one sentence for the operator; DatabaseBusy when others hold the file for too long
 */
export async function openFile(path: string, busyLimit: number): Promise<OpenedFile> {
  const wanted = resolve(path);
  await checkFolder(wanted);
  await checkFiles(wanted);
  const writer = explaining(wanted, () => new Connection(wanted, { readonly: false }));
  try {
    await untilFree(() => explaining(wanted, () => prepareWriter(writer, wanted)), deadlineIn(busyLimit));
    // SQLite puts the log beside the file that a link points to, so that is the name to go by.
    const file = await realpath(wanted);
    await syncFolder(dirname(file));
    return { file, writer };
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Settings of any connection that writes. */
export function setUpWriter(writer: Connection): void {
  writer.pragma('foreign_keys = on');
  writer.pragma('temp_store = memory');
  writer.pragma(`cache_size = -${CACHE_KB}`);
}

/** Can be repeated when another process gets in between. */
function prepareWriter(writer: Connection, file: string): void {
  refuseForeign(writer, file);
  // With a log, NORMAL flushes before and after copying it but not at each commit, which log-sync.ts does.
  writer.pragma('synchronous = normal');
  if (writer.pragma('journal_mode = wal') !== 'wal') {
    throw new DatabaseUnusable(`The disk under ${file} does not support a write-ahead log; choose a local disk.`);
  }
  writer.pragma('wal_autocheckpoint = 0');
  setUpWriter(writer);
  if (writer.pragma('application_id') === 0) writer.pragma(`application_id = ${APPLICATION_ID}`);
}

function refuseForeign(writer: Connection, file: string): void {
  const id = writer.pragma('application_id');
  // The version counts schema changes, so it is zero only in an empty file.
  const empty = writer.pragma('schema_version') === 0;
  if (id !== APPLICATION_ID && !(id === 0 && empty)) {
    throw new DatabaseUnusable(`${file} is a database of another program; choose another file.`);
  }
}

async function checkFolder(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const fault = missing ? 'does not exist' : 'cannot be written to';
    throw new DatabaseUnusable(`The folder ${folder} for the database ${basename(file)} ${fault}.`, { cause });
  }
}

/** SQLite opens what it may not write to for reading only, and says nothing. */
async function checkFiles(file: string): Promise<void> {
  const real = await realpath(file).catch(() => file);
  for (const each of [real, `${real}-wal`, `${real}-shm`]) {
    try {
      await access(each, constants.R_OK | constants.W_OK);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT')
        throw new DatabaseUnusable(`The file ${each} cannot be written to; its permissions must let us.`, { cause });
    }
  }
}

/** A new file is only there after a power loss if its folder's entry is on the disk as well. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Adds to the engine's reason the file it is about. */
function explaining<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DatabaseUnusable) || error.message.includes(file)) throw error;
    throw new DatabaseUnusable(`${error.message} (${file})`, { cause: error.cause });
  }
}
