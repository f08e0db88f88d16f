// Starts streaming replicas of a PostgreSQL server, for tests.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { cleanUpAfterTests } from '../../scripts/test-cleanup.ts';
import { freePort } from '../free-port.ts';

/** A streaming replica that only one test uses. */
export interface ReplicaServer {
  /** Returns the URL that leads to the same database of the replica as a URL of the primary. */
  urlOf(url: string): string;
  /** Runs a query in the database `postgres`. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Sets a parameter of the running server. */
  set(name: string, value: string): Promise<void>;
  /** Returns the log of the server. */
  log(): string;
  /** Kills all processes of the server. */
  kill(): Promise<void>;
  /** Starts the server again, and waits until it accepts connections. */
  start(): Promise<void>;
  /** Suspends the server without closing connections, or resumes it if `isFrozen` is false. */
  freeze(isFrozen: boolean): Promise<void>;
  /** Stops the server and deletes its folder. */
  remove(): Promise<void>;
}

/** The folder with the programs of PostgreSQL; undefined if there is none. Debian installs them in a folder that the PATH does not contain. */
const programs = findPrograms();

function findPrograms(): string | undefined {
  const folder = '/usr/lib/postgresql';
  try {
    const [newest] = readdirSync(folder).sort((one, other) => Number(other) - Number(one));
    if (newest !== undefined) return path.join(folder, newest, 'bin');
  } catch {
    // PostgreSQL may be installed elsewhere.
  }
  const { status } = spawnSync('pg_basebackup', ['--version']);
  return status === 0 ? '' : undefined;
}

/** Reason why tests with replicas are skipped; false if they run. */
export const skipReason: string | false =
  process.env.OCTAVO_TEST_POSTGRES === undefined
    ? 'OCTAVO_TEST_POSTGRES is not set'
    : programs === undefined && 'pg_basebackup is not installed';

/** The account of the operating system under which the programs run if the tests run as root, which they refuse. */
const account = 'postgres';

const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);

/** Returns the command that runs a program of PostgreSQL. */
function commandOf(program: string, args: readonly string[]): [string, string[]] {
  const file = path.join(programs ?? '', program);
  if (!isRoot) return [file, [...args]];
  return ['setpriv', [`--reuid=${account}`, `--regid=${account}`, '--init-groups', '--', file, ...args]];
}

const running = new Set<ChildProcess>();
const folders = new Set<string>();
cleanUpAfterTests(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Copies the server of a URL, and starts the copy as its streaming replica, with these parameters. */
export async function startReplica(
  primary: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<ReplicaServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-replica-'));
  folders.add(folder);
  if (isRoot) {
    const { stdout } = await run('id', ['-u', account]);
    chownSync(folder, Number(stdout), -1);
    chmodSync(folder, 0o700);
  }
  const port = await freePort();
  const data = path.join(folder, 'data');
  const copied = commandOf('pg_basebackup', ['-R', '-D', data, '-d', primary, '-c', 'fast']);
  await run(...copied, { cwd: '/' });
  const urlOf = (url: string) => {
    const changed = new URL(url);
    changed.host = `127.0.0.1:${port}`;
    return changed.href;
  };
  const query = async (sql: string) => {
    const client = new pg.Client(urlOf(primary));
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  let child: ChildProcess | undefined;
  let log = '';
  const start = async () => {
    const settings = { max_connections: '200', fsync: 'off', ...parameters };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...options];
    const started = spawn(...commandOf('postgres', args), { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    running.add(started);
    started.stderr.on('data', (text) => (log += text));
    while (!(await query('select 1').then(Boolean, () => false))) {
      if (started.exitCode !== null) throw new Error(log);
      await pause(20);
    }
  };
  const stop = async (signal: NodeJS.Signals) => {
    const stopped = child;
    child = undefined;
    if (stopped === undefined || stopped.exitCode !== null || stopped.signalCode !== null) return;
    const exited = once(stopped, 'exit');
    // SIGQUIT kills the other processes of the server, too, without a shutdown.
    stopped.kill(signal);
    await exited;
    running.delete(stopped);
  };
  await start();
  return {
    ...{ urlOf, query, start },
    async set(name, value) {
      await query(`alter system set ${name} = '${value}'`);
      await query('select pg_reload_conf()');
    },
    log: () => log,
    kill: () => stop('SIGQUIT'),
    async freeze(isFrozen) {
      const postmaster = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
      const children = await run('ps', ['-o', 'pid=', '--ppid', postmaster]);
      const processes = [postmaster, ...children.stdout.split(/\s+/).filter(Boolean)].map(Number);
      for (const each of processes) process.kill(each, isFrozen ? 'SIGSTOP' : 'SIGCONT');
    },
    async remove() {
      await stop('SIGINT');
      rmSync(folder, { recursive: true, force: true });
      folders.delete(folder);
    },
  };
}
