import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { translateError } from './errors.ts';

/** Number of pages that are copied between two turns of the event loop. */
const pagesPerStep = 500;

/**
 * Copies the committed content of a database file, including its write-ahead log, to a new file that only its owner can access. The copy
 * is on disk when the function returns; if it fails, there is no file. An existing file is replaced. Starts again whenever another process
 * writes to the database, so the caller should hold the write lock.
 * @throws DiskFull, DatabaseUnavailable, DatabaseUnusable; system errors of the file system
 */
export async function copyDatabaseFile(file: string, target: string): Promise<void> {
  const partial = `${target}.part`;
  await rm(partial, { force: true });
  try {
    // Created before SQLite opens it, with permissions that do not depend on the umask.
    await (await open(partial, 'wx', 0o600)).close();
    await copyPages(file, partial);
    await sync(partial);
    await rename(partial, target);
    if (process.platform !== 'win32') await sync(dirname(target));
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) await rm(`${partial}${end}`, { force: true });
    throw translateError(error);
  }
}

async function copyPages(file: string, target: string): Promise<void> {
  const driver = new BetterSqlite(file, { readonly: true });
  try {
    await driver.backup(target, { progress: () => pagesPerStep });
  } finally {
    driver.close();
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
