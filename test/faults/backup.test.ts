// Tests backups that are created during writes, restored on an empty machine, or interrupted by kill -9.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runOctavo } from '../commands/in-process.ts';
import { assertConsistent, assertNothingLost, openPostgres, openSqlite, type Query } from './consistency.ts';
import { startLoad } from './load.ts';
import { createTestDatabase, testServerUrl } from './postgres-server.ts';
import { killAfterTests, main, newFolder, type Service, startService, waitUntil } from './service-process.ts';

const timeout = 300_000;
const router = '/bmgr-api/v1/router';

/** Maximum time until another process can create or restore a backup after a process that did so was killed, in milliseconds. */
const maxLeaseMs = 20_000;

/** Lets the lease of a killed process expire immediately. Asserts that it would have expired in time. */
async function expireLease(query: Query): Promise<void> {
  const [lease] = await query("select due from jobs where name = 'octavo:backup'");
  assert.ok(Number(lease?.due ?? 0) <= Date.now() + maxLeaseMs, `the lease lasts until ${lease?.due}`);
  await query(
    `update jobs set due = ${Date.now()} where name = 'octavo:backup' and due > ${Date.now()} returning name`,
  );
}

/** Retries a request until no other backup or restore is running. */
async function retryWhileBusy(work: () => ReturnType<Service['request']>) {
  for (;;) {
    const response = await work();
    if (!['bmgr_busy', 'rest_backup_busy'].includes(response.body?.code)) return response;
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
      [['create'], 2, /No database in /],
      [['restore', file], 1, /^The backup cannot be used: it is/],
      [['restore', 'nothing'], 1, /^No such file, and no backup with this ID: nothing\./],
      [['restore'], 2, /^Usage: /],
      [['burn'], 2, /^Usage: /],
      [['create', '--foreign'], 2, /^Usage: /],
    ];
    for (const [args, code, sentence] of cases) {
      const { status, stderr } = await runOctavo(['backup', ...args, '--data', data]);
      assert.equal(status, code, args.join(' '));
      assert.match(stderr, sentence);
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
    const { status, stderr } = await runOctavo(['generate', '--posts', '1500', ...optionsOf(source)]);
    assert.equal(status, 0, stderr);
  });

  it('are consistent when created during writes, and can be restored on an empty machine', { timeout }, async () => {
    const service = await startService(source);
    const load = startLoad(service, { writers: 4, readers: 1 });
    await waitUntil(() => load.acknowledged.length > 20, 60_000, 'posts are created');
    const acknowledged = [...load.acknowledged];
    const { body } = await service.request('POST', router, { name: 'Under load' });
    await waitUntilComplete(service, body.id);
    await load.stop();
    assert.deepEqual([load.rejected.length, load.failedReads.length], [0, 0], 'no request was rejected');
    const restored = await location();
    const { status, stderr } = await runOctavo([
      ...['backup', 'restore', path.join(source.data, 'backups', `${body.id}.tar`)],
      ...optionsOf(restored),
    ]);
    assert.deepEqual([status, stderr], [0, '']);
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
    await queryDatabase(source, expireLease);
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

  it('are restored completely or not at all if the service is killed, and keep what they replace', {
    timeout,
  }, async () => {
    const backups = '/octavo/v1/backups';
    const password = 'correct horse';
    let service = await startService(source);
    assert.equal((await service.request('PUT', '/cms/v2/users/1', { password })).status, 200);
    const { id } = (await retryWhileBusy(() => service.request('POST', backups, { name: 'Mine' }))).body;
    await waitUntilComplete(service, id);
    const outcomes: string[] = [];
    for (const wait of [150, 400, 700, 1000, 1500, 2500, 4000]) {
      const post = { title: `Newer ${wait}`, status: 'publish', categories: [1] };
      const created = await service.request('POST', '/cms/v2/posts', post);
      assert.equal(created.status, 201);
      const { status, body } = await retryWhileBusy(() =>
        service.request('POST', `${backups}/${id}/restores`, { password, name: 'Mine' }),
      );
      assert.equal(status, 202, JSON.stringify(body));
      await pause(wait);
      await service.end('SIGKILL');
      await queryDatabase(source, async (query) => {
        await assertConsistent(query, engine);
        await expireLease(query);
      });
      service = await startService(source);
      const isRestored = (await service.read(`/cms/v2/posts/${created.body.id}`)).status === 404;
      outcomes.push(isRestored ? 'restored' : 'unchanged');
      const { body: listed } = await service.request('GET', backups);
      const copy = listed.find((each: { automatic: boolean }) => each.automatic);
      // The copy is complete before anything is replaced.
      if (isRestored) assert.equal(copy?.state, 'ready', JSON.stringify(listed));
      if (!isRestored) continue;
      const archive = path.join(source.data, 'backups', `${copy.id}.tar`);
      const restored = await runOctavo(['backup', 'restore', archive, ...optionsOf(source)]);
      assert.deepEqual([restored.status, restored.stderr], [0, '']);
      await waitUntil(
        async () => (await service.read(`/cms/v2/posts/${created.body.id}`)).status === 200,
        20_000,
        'the copy contains the post that the restore has replaced',
      );
      break;
    }
    const next = (await retryWhileBusy(() => service.request('POST', backups, {}))).body;
    await waitUntilComplete(service, next.id);
    const files = await readdir(path.join(source.data, 'backups'));
    assert.deepEqual(
      files.filter((name) => name.includes('.part')),
      [],
    );
    await service.end('SIGTERM');
  });

  it('leave the site unchanged if the restore is killed', { timeout }, async () => {
    const file = path.join(source.data, 'mine.tar');
    const made = await runOctavo(['backup', 'create', '--to', file, ...optionsOf(source)]);
    assert.deepEqual([made.status, made.stderr], [0, '']);
    const countEntries = async () => {
      let count = 0;
      await queryDatabase(source, async (query) => {
        const [row] = await query('select count(*) as n from entries');
        count = Number(row?.n);
      });
      return count;
    };
    const restoredCount = await countEntries();
    const service = await startService(source);
    const { body } = await service.request('POST', '/cms/v2/posts', {
      title: 'Newer',
      status: 'publish',
      categories: [1],
    });
    for (const wait of [500, 900, 1300, 1700]) {
      await queryDatabase(source, expireLease);
      const child = spawn(process.execPath, [main, 'backup', 'restore', file, ...optionsOf(source)], {
        stdio: 'ignore',
      });
      killAfterTests(child);
      const ended = once(child, 'exit');
      await pause(wait);
      child.kill('SIGKILL');
      const [code, by] = await ended;
      assert.ok(code === 0 || by === 'SIGKILL', `the restore ended with ${code}`);
      // The restore may have completed, or at least committed, before the kill.
      const count = await countEntries();
      const isRestored = code === 0 || count === restoredCount;
      assert.equal(count, isRestored ? restoredCount : restoredCount + 1, `killed after ${wait} ms`);
      await waitUntil(
        async () => (await service.read(`/cms/v2/posts/${body.id}`)).status === (isRestored ? 404 : 200),
        20_000,
        `the service reads the database, killed after ${wait} ms`,
      );
      await queryDatabase(source, (query) => assertConsistent(query, engine));
      if (isRestored) break;
    }
    await service.end('SIGTERM');
  });
}
