// Runs slow tasks in a thread with separate connections: copying the log into the database file, refreshing the planner statistics, and
// updating the search index. Each result contains the ID of its task.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { DatabaseBusy } from '../../errors.ts';
import { Connection } from './connection.ts';
import { translateError } from './errors.ts';
import { type IndexStep, type MergeLimits, mergeIndex, updateIndex } from './update-index.ts';

/**
 * A pragma to run, the times for which to update the search index and to wait for another writer before, in milliseconds, or another task of
 * the search index.
 */
export type MaintenanceWork =
  | { readonly pragma: string }
  | { readonly updateIndexMs: number; readonly waitMs: number }
  | { readonly merge: MergeLimits }
  | 'open index';

export interface MaintenanceTask {
  readonly id: number;
  readonly work: MaintenanceWork;
}

export interface MaintenanceResult {
  readonly id: number;
  /** The result of work on the search index. */
  readonly step?: IndexStep | undefined;
  readonly error?: string;
  /** Whether the error is that another connection is writing. */
  readonly isBusy?: boolean;
}

/** Maximum wait of a pragma for locks, in milliseconds. No other thread is blocked while it waits. */
const LOCK_TIMEOUT_MS = 1000;
/** Page cache of the connection for the search index, in KB. */
const INDEX_CACHE_KB = 16_384;

let pragmas: BetterSqlite.Database | undefined;
let index: Connection | undefined;

parentPort?.on('message', (task: MaintenanceTask | 'end') => {
  if (task !== 'end') return parentPort?.postMessage(perform(task));
  pragmas?.close();
  index?.close();
  parentPort?.close();
});

function perform({ id, work }: MaintenanceTask): MaintenanceResult {
  try {
    return { id, step: run(work) };
  } catch (cause) {
    const error = translateError(cause);
    const isBusy = error instanceof DatabaseBusy;
    return { id, error: isBusy ? error.message : String(error), isBusy };
  }
}

function run(work: MaintenanceWork): IndexStep | undefined {
  if (work === 'open index') return void indexConnection();
  if ('updateIndexMs' in work) return updateIndex(indexConnection(work.waitMs), work.updateIndexMs);
  if ('merge' in work) return mergeIndex(indexConnection(), work.merge);
  pragmaConnection().pragma(work.pragma);
  return undefined;
}

function pragmaConnection(): BetterSqlite.Database {
  if (pragmas !== undefined) return pragmas;
  pragmas = new BetterSqlite(String(workerData), { timeout: LOCK_TIMEOUT_MS, fileMustExist: true });
  pragmas.pragma('synchronous = normal');
  pragmas.pragma('wal_autocheckpoint = 0');
  return pragmas;
}

/** Returns a connection that hardly waits for locks: this process waits for the thread, and the task can be repeated. */
function indexConnection(waitMs = 0): Connection {
  index ??= openIndex();
  index.pragma(`busy_timeout = ${waitMs}`);
  return index;
}

function openIndex(): Connection {
  const connection = new Connection(String(workerData), { readonly: false });
  connection.pragma('synchronous = normal');
  connection.pragma('wal_autocheckpoint = 0');
  connection.pragma(`cache_size = -${INDEX_CACHE_KB}`);
  return connection;
}
