// For tests of faults: databases on the server for tests, and servers of one's own that may be stopped and frozen.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe } from 'node:test';
import { promisify } from 'node:util';
import { openedBefore } from '../opened-before.ts';
import { newFolder } from './service-process.ts';
import { postgres } from './stored.ts';

/** The server for tests, where databases may be created; see scripts/postgres.sh. */
export const testServer = process.env.OCTAVO_TEST_POSTGRES;

/** A fresh database on the server for tests. */
export async function newDatabase(server = testServer ?? ''): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `octavo_${randomUUID().replaceAll('-', '')}`;
  const once = async (command: string) => {
    const client = await postgres(server);
    await client.query(command);
    await client.close();
  };
  await once(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => once(`drop database ${name} with (force)`) };
}

/** Declares tests on a database of their own on the server for tests; where there is no server they are skipped and say so. */
export function describeOnPostgres(tests: (database: { readonly url: string }) => void): void {
  describe('on PostgreSQL', { skip: testServer ? false : 'OCTAVO_TEST_POSTGRES is not set' }, () => {
    const database = openedBefore(() => newDatabase());
    after(() => database.drop());
    tests(database);
  });
}

/** A server that belongs to one test. */
export interface OwnServer {
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Lets all its processes stand still, without closing anything; false lets them go on. */
  freeze(still: boolean): Promise<void>;
  remove(): Promise<void>;
}

const run = promisify(execFile);
const script = path.resolve(import.meta.dirname, '../../scripts/postgres.sh');

/** Starts a server in a folder of its own. */
export async function startOwnServer(): Promise<OwnServer> {
  const above = await newFolder();
  // The server's account must be able to pass through.
  await chmod(above, 0o755);
  const folder = path.join(above, 'server');
  const sh = (command: string) =>
    run('sh', [script, command], { env: { ...process.env, OCTAVO_POSTGRES_FOLDER: folder } });
  const { stdout } = await sh('start');
  const url = /postgres:\S+/.exec(String(stdout))?.[0] ?? '';
  return {
    url,
    stop: async () => void (await sh('halt')),
    start: async () => void (await sh('resume')),
    async freeze(still) {
      const [postmaster = ''] = (await readFile(path.join(folder, 'data/postmaster.pid'), 'utf8')).split('\n');
      const children = await run('ps', ['-o', 'pid=', '--ppid', postmaster]);
      const processes = [postmaster, ...children.stdout.split(/\s+/).filter(Boolean)].map(Number);
      for (const each of processes) process.kill(each, still ? 'SIGSTOP' : 'SIGCONT');
    },
    remove: async () => void (await sh('stop')),
  };
}
