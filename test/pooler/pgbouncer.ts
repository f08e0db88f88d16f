// Starts PgBouncer in front of a PostgreSQL server, for tests, with the configuration of docs/postgresql-and-s3.md.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanUpAfterTests } from '../../scripts/test-cleanup.ts';
import { freePort } from '../free-port.ts';
import { guideBlock } from '../guide-block.ts';

/** The program, or another version of it. Debian installs it in a folder that the PATH of users does not contain. */
const program = process.env.OCTAVO_TEST_PGBOUNCER ?? 'pgbouncer';
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

const { stdout: printedVersion } = spawnSync(program, ['--version'], { env, encoding: 'utf8' });

/** The version as [major, minor]; undefined if PgBouncer is not installed. */
const version = /PgBouncer (\d+)\.(\d+)/
  .exec(printedVersion ?? '')
  ?.slice(1)
  .map(Number);

/** Reason why tests with PgBouncer are skipped; false if they run. */
export const skipReason: string | false =
  process.env.OCTAVO_TEST_POSTGRES === undefined
    ? 'OCTAVO_TEST_POSTGRES is not set'
    : version === undefined && 'pgbouncer is not installed';

/** Whether this version supports prepared statements in transactions: 1.21 and newer do. */
export const canPrepare = version !== undefined && ((version[0] ?? 0) > 1 || (version[1] ?? 0) >= 21);

/** The account of the operating system under which the program runs if the tests run as root, which it refuses. */
const account = 'postgres';

/** Settings of `[pgbouncer]` by name. */
export type PgBouncerSettings = Readonly<Record<string, string | number>>;

/** PgBouncer in transaction mode in front of a server. */
export interface PgBouncer {
  /** Returns the URL that leads through PgBouncer to the same database as a URL of the server. */
  urlOf(url: string): string;
  /** Stops the program; connections are closed immediately. */
  stop(): Promise<void>;
  /** Starts the program again, with these settings instead of earlier ones if they are given. */
  start(settings?: PgBouncerSettings): Promise<void>;
  /** Stops the program and deletes its folder. */
  remove(): Promise<void>;
}

const running = new Set<ChildProcess>();
const folders = new Set<string>();
cleanUpAfterTests(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * Starts PgBouncer in front of the server of a URL, with the configuration of the guide and these settings. It accepts the user of the URL
 * without a password.
 */
export async function startPgBouncer(server: string, settings: PgBouncerSettings = {}): Promise<PgBouncer> {
  const { hostname, port: serverPort, username } = new URL(server);
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-pgbouncer-'));
  folders.add(folder);
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder, 0o755);
  const users = path.join(folder, 'users.txt');
  writeFileSync(users, `"${decodeURIComponent(username)}" ""\n`, { mode: 0o644 });
  const file = path.join(folder, 'pgbouncer.ini');
  const config = guideBlock('docs/postgresql-and-s3.md', 'ini', {
    'octavo = host=127.0.0.1 port=5432 dbname=octavo': `* = host=${hostname} port=${serverPort || 5432}`,
    'listen_port = 6432': `listen_port = ${port}`,
    'auth_type = scram-sha-256': 'auth_type = trust',
    '/etc/pgbouncer/userlist.txt': users,
  });
  const write = (own: PgBouncerSettings) => {
    // The last value of a setting is used.
    const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}\n`);
    writeFileSync(file, config + lines.join(''), { mode: 0o644 });
  };
  write(settings);
  let child: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(program, [...(isRoot ? ['-u', account] : []), file], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    running.add(started);
    let log = '';
    started.stderr?.on('data', (text) => (log += text));
    while (!(await isListening(port))) {
      if (started.exitCode !== null) throw new Error(log);
      await pause(10);
    }
  };
  const stop = async () => {
    const stopped = child;
    child = undefined;
    if (stopped === undefined || stopped.exitCode !== null || stopped.signalCode !== null) return;
    const exited = once(stopped, 'exit');
    // SIGTERM means different things to different versions.
    stopped.kill('SIGKILL');
    await exited;
    running.delete(stopped);
  };
  await start();
  return {
    urlOf(url) {
      const through = new URL(url);
      through.host = `127.0.0.1:${port}`;
      return through.href;
    },
    stop,
    async start(newSettings) {
      if (newSettings !== undefined) write(newSettings);
      await start();
    },
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
      folders.delete(folder);
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
