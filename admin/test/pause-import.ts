// Pauses a running import, so that tests can look at it for as long as they want.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import type { Site } from './site.ts';

/** The ID of a process and its state, which begins with `T` while it is stopped. */
type ImportProcess = readonly [pid: number, state: string];

/** Returns the processes that the service, which runs in this process, has started for imports. */
async function importProcesses(): Promise<readonly ImportProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, state = '', ...args] = line.trim().split(/\s+/);
    const isImport = Number(parent) === process.pid && args.some((each) => each.includes('import-worker'));
    return isImport ? [[Number(pid), state] as const] : [];
  });
}

/** An import, as far as it is read here. */
interface ListedImport {
  readonly run: { readonly state: string; readonly phase: string; readonly done: number } | null;
}

const hasImported = ({ run }: ListedImport): boolean =>
  run?.state === 'running' && run.phase === 'importing' && run.done > 0;

/**
 * Pauses the import of a site after it has imported the first records. Its process is not in a transaction then, so that the service can
 * still change the site. Resolves with a function that lets the import continue, also after it was stopped.
 */
export async function pauseImport(site: Site): Promise<() => void> {
  for (let n = 0; ; n += 1) {
    const { body } = await site.service.request('GET', '/octavo/v1/imports');
    if (body.some(hasImported)) break;
    assert.ok(n < 6000, 'No import has begun.');
    await pause(10);
  }
  const pids = (await importProcesses()).map(([pid]) => pid);
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids)
      try {
        process.kill(pid, signal);
      } catch (error) {
        // It has ended.
        assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
      }
  };
  const database = new BetterSqlite(path.join(site.service.data, 'octavo.sqlite'), { timeout: 0 });
  try {
    for (;;) {
      send('SIGSTOP');
      // The signal has its effect later, so that the process could still begin a transaction.
      while ((await importProcesses()).some(([, state]) => !state.startsWith('T'))) await pause(5);
      if (isWritable(database)) return () => send('SIGCONT');
      send('SIGCONT');
      await pause(5);
    }
  } finally {
    database.close();
  }
}

/** Whether no process is changing the database. */
function isWritable(database: BetterSqlite.Database): boolean {
  try {
    database.exec('begin immediate');
    database.exec('rollback');
    return true;
  } catch {
    return false;
  }
}
