import { constants } from 'node:fs';
import { access, open, realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { DatabaseUnusable } from '../../errors.ts';
import { Connection } from './connection.ts';
import { deadlineIn, retryWhileBusy } from './retry-while-busy.ts';

/** Application ID in the header of the file: "Octv" in ASCII. */
const APPLICATION_ID = 0x4f637476;

/** Page cache of the write connection, in KB. */
const CACHE_KB = 16_384;

/** A configured write connection, and the real path of its file. */
export interface OpenedFile {
  readonly file: string;
  readonly writer: Connection;
}

/**
 * Opens a database file for writing, or creates it; its folder must exist.
 * @throws DatabaseUnusable, whose message is a sentence for the operator; DatabaseBusy when the file stays locked for too long
 */
export async function openFile(path: string, busyTimeoutMs: number): Promise<OpenedFile> {
  const absolutePath = resolve(path);
  await checkFolder(absolutePath);
  await checkFiles(absolutePath);
  await createPrivateFile(absolutePath);
  const writer = withFileName(absolutePath, () => new Connection(absolutePath, { readonly: false }));
  try {
    await retryWhileBusy(
      () => withFileName(absolutePath, () => prepareWriter(writer, absolutePath)),
      deadlineIn(busyTimeoutMs),
    );
    // SQLite puts the log next to the target of a symbolic link, so the real path is used from now on.
    const file = await realpath(absolutePath);
    await syncFolder(dirname(file));
    return { file, writer };
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Applies the settings of every write connection. */
export function setUpWriter(writer: Connection): void {
  writer.pragma('foreign_keys = on');
  writer.pragma('temp_store = memory');
  writer.pragma(`cache_size = -${CACHE_KB}`);
}

/** Checks and configures the file. Can be retried when another process holds a lock. */
function prepareWriter(writer: Connection, file: string): void {
  rejectForeignDatabase(writer, file);
  // In WAL mode, NORMAL flushes at checkpoints but not at each commit; log-sync.ts flushes the log at each commit.
  writer.pragma('synchronous = normal');
  if (writer.pragma('journal_mode = wal') !== 'wal') {
    throw new DatabaseUnusable(`The disk under ${file} does not support a write-ahead log; use a local disk.`);
  }
  writer.pragma('wal_autocheckpoint = 0');
  setUpWriter(writer);
  if (writer.pragma('application_id') === 0) writer.pragma(`application_id = ${APPLICATION_ID}`);
}

function rejectForeignDatabase(writer: Connection, file: string): void {
  const id = writer.pragma('application_id');
  // The version counts schema changes, so it is zero only for an empty file.
  const isEmpty = writer.pragma('schema_version') === 0;
  if (id !== APPLICATION_ID && !(id === 0 && isEmpty)) {
    throw new DatabaseUnusable(`${file} is a database of another program; use another file.`);
  }
}

async function checkFolder(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const problem = isMissing ? 'does not exist' : 'is not writable';
    throw new DatabaseUnusable(`The folder ${folder} for the database ${basename(file)} ${problem}.`, { cause });
  }
}

/** Throws when a file is not writable. SQLite would silently open it read-only. */
async function checkFiles(file: string): Promise<void> {
  const real = await realpath(file).catch(() => file);
  for (const each of [real, `${real}-wal`, `${real}-shm`]) {
    try {
      await access(each, constants.R_OK | constants.W_OK);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT')
        throw new DatabaseUnusable(`The file ${each} is not writable; check its permissions and owner.`, { cause });
    }
  }
}

/**
 * Creates the file if it is missing, with permissions that do not depend on the umask, which a program that embeds the service sets.
 * SQLite gives its other files the same permissions, and reports errors when it opens the file.
 */
async function createPrivateFile(file: string): Promise<void> {
  const handle = await open(file, 'a', 0o600).catch(() => undefined);
  await handle?.close();
}

/** Flushes a folder: a new file survives a power loss only if its directory entry is on disk. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Adds the path of the file to an error of the engine. */
function withFileName<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DatabaseUnusable) || error.message.includes(file)) throw error;
    throw new DatabaseUnusable(`${error.message} (${file})`, { cause: error.cause });
  }
}
