// A thread with a connection of its own, for work that takes long: copying the log into the database file, and
// refreshing the planner's statistics. It answers each task with the task's own number.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';

export interface MaintenanceTask {
  readonly id: number;
  readonly pragma: string;
}

export interface MaintenanceAnswer {
  readonly id: number;
  readonly error?: string;
}

/** How long this thread may wait for locks, in milliseconds. It holds up nobody by waiting. */
const LOCK_WAIT = 1000;

const connection = new BetterSqlite(String(workerData), { timeout: LOCK_WAIT, fileMustExist: true });
connection.pragma('synchronous = normal');
connection.pragma('wal_autocheckpoint = 0');

parentPort?.on('message', (task: MaintenanceTask | 'end') => {
  if (task !== 'end') return parentPort?.postMessage(perform(task.id, task.pragma));
  connection.close();
  parentPort?.close();
});

function perform(id: number, pragma: string): MaintenanceAnswer {
  try {
    connection.pragma(pragma);
    return { id };
  } catch (error) {
    return { id, error: String(error) };
  }
}
