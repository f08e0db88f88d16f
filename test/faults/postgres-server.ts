// Creates databases on the test server, and starts separate servers that can be stopped and frozen, for fault tests.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe } from 'node:test';
import { promisify } from 'node:util';
import { sharedFixture } from '../fixture-hooks.ts';
import { openPostgres } from './consistency.ts';
import { newFolder } from './service-process.ts';

/** URL of the PostgreSQL test server, on which databases may be created (scripts/postgres.sh); undefined without one. */
export const testServerUrl = process.env.OCTAVO_TEST_POSTGRES;

/** Creates a database on a server, the test server by default. Returns its URL and a function that drops it. */
export async function createTestDatabase(
  server = testServerUrl ?? '',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `octavo_${randomUUID().replaceAll('-', '')}`;
  const runQuery = async (command: string) => {
    const client = await openPostgres(server);
    await client.query(command);
    await client.close();
  };
  await runQuery(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runQuery(`drop database ${name} with (force)`) };
}

/** Declares tests that use a new database on the test server. They are skipped if no server is configured. */
export function describeOnPostgres(tests: (database: { readonly url: string }) => void): void {
  describe('on PostgreSQL', { skip: testServerUrl ? false : 'OCTAVO_TEST_POSTGRES is not set' }, () => {
    const database = sharedFixture(() => createTestDatabase());
    after(() => database.drop());
    tests(database);
  });
}

/** A PostgreSQL server that only one test uses. */
export interface PostgresServer {
  readonly url: string;
  /** Stops the server. By default it does so without a checkpoint, as in a crash; `fast` closes all connections and stops in order. */
  stop(mode?: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
  /** Suspends all processes of the server without closing connections, or resumes them if `isFrozen` is false. */
  freeze(isFrozen: boolean): Promise<void>;
  remove(): Promise<void>;
}

const run = promisify(execFile);
const script = path.resolve(import.meta.dirname, '../../scripts/postgres.sh');

/** Starts a PostgreSQL server in a new folder. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const parentFolder = await newFolder();
  // The operating-system user of the server must be able to access the folder.
  await chmod(parentFolder, 0o755);
  const folder = path.join(parentFolder, 'server');
  const sh = (...args: string[]) =>
    run('sh', [script, ...args], { env: { ...process.env, OCTAVO_POSTGRES_FOLDER: folder } });
  const { stdout } = await sh('start');
  const url = /postgres:\S+/.exec(String(stdout))?.[0] ?? '';
  return {
    url,
    stop: async (mode = 'immediate') => void (await sh('halt', mode)),
    start: async () => void (await sh('resume')),
    async freeze(isFrozen) {
      const [postmaster = ''] = (await readFile(path.join(folder, 'data/postmaster.pid'), 'utf8')).split('\n');
      const children = await run('ps', ['-o', 'pid=', '--ppid', postmaster]);
      const processes = [postmaster, ...children.stdout.split(/\s+/).filter(Boolean)].map(Number);
      for (const each of processes) process.kill(each, isFrozen ? 'SIGSTOP' : 'SIGCONT');
    },
    remove: async () => void (await sh('stop')),
  };
}
