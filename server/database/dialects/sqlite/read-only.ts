import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { JobTooExpensive, WorkerFailed, WorkersBusy } from '../../../workers/errors.ts';
import { WorkerPool } from '../../../workers/worker-pool.ts';
import { Changes } from '../../changes.ts';
import { DatabaseUnusable } from '../../errors.ts';
import type { Snapshot } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import { type IntegrityResult, makeReadOnly, type ReadOnlyDatabase } from '../../read-only-database.ts';
import { Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import type { ReaderError, ReaderJob, ReaderResult } from './reader-process.ts';
import { SqliteSnapshot } from './snapshot.ts';

/** Maximum wait for another process that recovers the log after a crash, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

const observe = () => {};

/**
 * Opens an existing database file read-only.
 * @throws DatabaseUnusable
 */
export async function openSqliteReadOnly(path: string): Promise<ReadOnlyDatabase> {
  if (!existsSync(path)) throw new DatabaseUnusable(`There is no file ${resolve(path)}.`);
  const file = await realpath(path);
  // A connection that may write removes the log and its index when it is the last one to close. A read-only connection would leave them
  // behind if it has created them. If they exist, because the service is running or has crashed, only a read-only connection does not
  // copy the log into the database file when it closes.
  const connection = new Connection(file, { readonly: existsSync(`${file}-wal`) });
  connection.pragma('query_only = on');
  const read = new ReadingHandle(sqliteDialect, connection, observe, new Changes());
  const parts = { engine: 'sqlite', dialect: sqliteDialect, read, close: async () => connection.close() } as const;
  return makeReadOnly(parts, {
    snapshot: <T>(work: (snapshot: Snapshot) => Promise<T>) => SqliteSnapshot.run(file, BUSY_TIMEOUT_MS, observe, work),
    checkIntegrity: (timeoutMs) => checkIntegrity(file, timeoutMs),
  });
}

/** Errors that do not mean that the file is damaged: the check took too long, or the file was locked. */
const unfinished = [JobTooExpensive, WorkersBusy, WorkerFailed];

/** Runs `quick_check` in a reader process, which is killed after the timeout, because SQLite would block this process. */
async function checkIntegrity(file: string, timeoutMs: number): Promise<IntegrityResult> {
  const readers = new WorkerPool({
    file: new URL(`./reader-process${extname(import.meta.url)}`, import.meta.url),
    args: [file],
    serialization: 'advanced',
    maxWorkers: 1,
    maxQueued: 1,
    maxQueuedPerClient: 1,
    maxWaitMs: timeoutMs,
    cpuLimitMs: timeoutMs,
    wallLimitMs: timeoutMs,
    idleMs: 0,
    toError: (error) => {
      const { name, message } = error as ReaderError;
      return name === 'DatabaseUnusable' ? new DatabaseUnusable(message) : new WorkerFailed(message);
    },
  });
  const job: ReaderJob = { sql: 'pragma quick_check(1)', values: [], generation: 0 };
  try {
    const { rows } = (await readers.run(job, { client: '' })) as ReaderResult;
    const [detail = ''] = rows.map((row) => String((row as { quick_check: unknown }).quick_check));
    return detail === 'ok' ? { state: 'ok' } : { state: 'damaged', detail };
  } catch (error) {
    if (error instanceof DatabaseUnusable) return { state: 'damaged', detail: error.message };
    if (unfinished.some((kind) => error instanceof kind)) return { state: 'unknown' };
    throw error;
  } finally {
    await readers.close();
  }
}
