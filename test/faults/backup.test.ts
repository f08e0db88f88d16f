// Tests backups that are created during writes, restored on an empty machine, or interrupted by kill -9.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertConsistent, assertNothingLost, openPostgres, openSqlite, type Query } from './consistency.ts';
import { startLoad } from './load.ts';
import { createTestDatabase, testServerUrl } from './postgres-server.ts';
import { newFolder, type Service, startService, waitUntil } from './service-process.ts';

const timeout = 180_000;
const main = path.resolve(import.meta.dirname, '../../server/main.js');
const router = '/bmgr-api/v1/router';

/** Runs an octavo command to completion and returns its exit code and output. */
function runOctavo(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [main, ...args], (error, out, text) => {
      done({ code: error ? Number(error.code ?? 1) : 0, out: out.trim(), error: text.trim() });
    });
  });
}

/** Retries a request until no other backup or restore is running. The lock of a killed process expires. */
async function retryWhileBusy(work: () => ReturnType<Service['request']>) {
  for (;;) {
    const response = await work();
    if (response.body?.code !== 'bmgr_busy') return response;
    await pause(200);
  }
}

/** Waits until a backup is complete. */
async function waitUntilComplete(service: Service, id: string): Promise<void> {
  const state = async () => (await service.request('GET', `${router}?id=${id}`)).body;
  await waitUntil(
    async () => (await state()).state !== 'making',
    60_000,
    `the backup is complete: ${JSON.stringify(await state())}`,
  );
  assert.equal((await state()).error, null, service.log());
}

describe('backups on SQLite', () => {
  const location = async () => ({ data: await newFolder() });
  const queryDatabase = async ({ data }: { data: string }, check: (query: Query) => Promise<void>) => {
    const file = openSqlite(data);
    await check(file.query);
    file.close();
  };
  tests('sqlite', location, queryDatabase);

  it('fail with helpful messages and an exit code', { timeout }, async () => {
    const { data } = await location();
    const file = path.join(data, 'no-backup.tar');
    await mkdir(data, { recursive: true });
    await writeFile(file, 'not a backup');
    const cases: [string[], number, RegExp][] = [
      [['create'], 1, /No database in /],
      [['restore', file], 1, /^The backup cannot be used: it is/],
      [['restore', 'nothing'], 1, /^No such file, and no backup with this ID: nothing\./],
      [['restore'], 2, /^Usage: /],
      [['burn'], 2, /^Usage: /],
      [['create', '--foreign'], 2, /^Usage: /],
    ];
    for (const [args, code, sentence] of cases) {
      const ended = await runOctavo('backup', ...args, '--data', data);
      assert.equal(ended.code, code, args.join(' '));
      assert.match(ended.error, sentence);
    }
    assert.deepEqual(await readdir(data), ['no-backup.tar'], 'no files were created');
  });
});

describe('backups on PostgreSQL', { skip: testServerUrl ? false : 'OCTAVO_TEST_POSTGRES is not set' }, () => {
  const databases: Awaited<ReturnType<typeof createTestDatabase>>[] = [];
  after(async () => {
    for (const each of databases) await each.drop();
  });
  const location = async () => {
    const made = await createTestDatabase();
    databases.push(made);
    return { data: await newFolder(), database: made.url };
  };
  const queryDatabase = async ({ database }: { database: string }, check: (query: Query) => Promise<void>) => {
    const client = await openPostgres(database);
    await check(client.query);
    await client.close();
  };
  tests('postgres', location, queryDatabase);
});

function tests<P extends { data: string; database?: string }>(
  engine: 'sqlite' | 'postgres',
  location: () => Promise<P>,
  queryDatabase: (location: P, check: (query: Query) => Promise<void>) => Promise<void>,
): void {
  let source: P;
  const optionsOf = ({ data, database }: P) => [
    '--data',
    data,
    ...(database === undefined ? [] : ['--database', database]),
  ];
  before(async () => {
    source = await location();
    const generated = await runOctavo('generate', '--posts', '1500', ...optionsOf(source));
    assert.equal(generated.code, 0, generated.error);
  });

  it('are consistent when created during writes, and can be restored on an empty machine', { timeout }, async () => {
    const service = await startService(source);
    const load = startLoad(service, { writers: 4, readers: 1 });
    await waitUntil(() => load.acknowledged.length > 20, 20_000, 'posts are created');
    const acknowledged = [...load.acknowledged];
    const { body } = await service.request('POST', router, { name: 'Under load' });
    await waitUntilComplete(service, body.id);
    await load.stop();
    assert.deepEqual([load.rejected.length, load.failedReads.length], [0, 0], 'no request was rejected');
    const restored = await location();
    const ended = await runOctavo(
      'backup',
      'restore',
      path.join(source.data, 'backups', `${body.id}.tar`),
      ...optionsOf(restored),
    );
    assert.deepEqual([ended.code, ended.error], [0, '']);
    await queryDatabase(restored, async (query) => {
      await assertNothingLost(query, acknowledged);
      await assertConsistent(query, engine);
    });
    const again = await startService(restored);
    const one = `/cms/v2/posts/${acknowledged[0]}`;
    const withoutHome = (text: unknown) => JSON.stringify(text).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');
    assert.equal(withoutHome((await again.read(one)).body), withoutHome((await service.read(one)).body));
    await service.end('SIGTERM');
    await again.end('SIGTERM');
  });

  it('have the state `failed` after kill -9, and the next backup succeeds', { timeout }, async () => {
    const service = await startService(source);
    const { body } = await retryWhileBusy(() => service.request('POST', router, {}));
    await pause(30);
    await service.end('SIGKILL');
    const again = await startService(source);
    const { id } = (await retryWhileBusy(() => again.request('POST', router, {}))).body;
    await waitUntilComplete(again, id);
    const first = (await again.request('GET', `${router}?id=${body.id}`)).body;
    assert.match(first.state, /^(failed|ready)$/);
    if (first.state === 'failed') assert.match(first.error, /Interrupted/);
    const files = await readdir(path.join(source.data, 'backups'));
    assert.deepEqual(
      files.filter((name) => name.includes('.part')),
      [],
    );
    await again.end('SIGTERM');
  });

  it('leave the site unchanged if the restore is killed', { timeout }, async () => {
    const made = await runOctavo('backup', 'create', '--to', path.join(source.data, 'mine.tar'), ...optionsOf(source));
    assert.deepEqual([made.code, made.error], [0, '']);
    const service = await startService(source);
    const { body } = await service.request('POST', '/cms/v2/posts', {
      title: 'Newer',
      status: 'publish',
      categories: [1],
    });
    for (const wait of [500, 900, 1300, 1700]) {
      const child = spawn(
        process.execPath,
        [main, 'backup', 'restore', path.join(source.data, 'mine.tar'), ...optionsOf(source)],
        { stdio: 'ignore' },
      );
      const ended = once(child, 'exit');
      await pause(wait);
      child.kill('SIGKILL');
      const [code] = await ended;
      const { status } = await service.read(`/cms/v2/posts/${body.id}`);
      // The restore may have completed before the kill.
      assert.equal(status, code === 0 ? 404 : 200, `killed after ${wait} ms`);
      await queryDatabase(source, (query) => assertConsistent(query, engine));
      if (code === 0) break;
    }
    await service.end('SIGTERM');
  });
}
