// Runs slow tasks in a thread with a separate connection: copying the log into the database file, and refreshing the planner
// statistics. Each result contains the ID of its task.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';

export interface MaintenanceTask {
  readonly id: number;
  readonly pragma: string;
}

export interface MaintenanceResult {
  readonly id: number;
  readonly error?: string;
}

/** Maximum wait of this thread for locks, in milliseconds. No other thread is blocked while it waits. */
const LOCK_TIMEOUT_MS = 1000;

const connection = new BetterSqlite(String(workerData), { timeout: LOCK_TIMEOUT_MS, fileMustExist: true });
connection.pragma('synchronous = normal');
connection.pragma('wal_autocheckpoint = 0');

parentPort?.on('message', (task: MaintenanceTask | 'end') => {
  if (task !== 'end') return parentPort?.postMessage(perform(task.id, task.pragma));
  connection.close();
  parentPort?.close();
});

function perform(id: number, pragma: string): MaintenanceResult {
  try {
    connection.pragma(pragma);
    return { id };
  } catch (error) {
    return { id, error: String(error) };
  }
}
