// Tests an upgrade without downtime: processes of an older and of a newer version serve one site while the newer one migrates the database
// (decision 0035). The newer version is a copy of this repository with one more migration.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { migrations } from '../../server/database/migrations.ts';
import { openPostgres } from '../faults/consistency.ts';
import { describeOnPostgres } from '../faults/postgres-server.ts';
import {
  assertTryLater,
  killAfterTests,
  newFolder,
  type Service,
  startService,
  waitUntil,
} from '../faults/service-process.ts';
import { freePort } from '../free-port.ts';
import { copyRepository, type RepositoryCopy } from '../repository-copy.ts';

const newest = migrations.at(-1)?.number ?? 0;

/** Maximum age of a stale response, in milliseconds. */
const maxStaleMs = 100;

/** Returns the file of a migration that takes half a second, and then runs some SQL. */
const migrationFile = (number: number, sql: string, properties: string) => ({
  language: 'ts',
  isNotRun: false,
  file: `server/database/migrations/${String(number).padStart(4, '0')}-test-${number}.ts`,
  text: `import type { Migration } from '../migrate.ts';
export const test${number}: Migration = {
  number: ${number},
  name: 'test-${number}',
  ${properties}
  async up(tx) {
    await tx.execute('select pg_sleep(0.5)');
    await tx.execute(${JSON.stringify(sql)});
  },
};
`,
});

const additions = migrationFile(
  newest + 1,
  `create table shelves (id integer primary key);
   alter table entries add column shelf integer;
   create index entries_by_shelf on entries (shelf)`,
  'isCompatible: true,',
);
const addition = migrationFile(newest + 3, 'create table cups (id integer primary key)', 'isCompatible: true,');
const rewrite = migrationFile(newest + 2, 'update entries set shelf = 0; alter table entries drop column shelf', '');

/** Writes to a node without pauses until it is stopped. */
interface Writer {
  /** Stops, and returns the slugs of the entries that were acknowledged, and all responses. */
  stop(): Promise<{ readonly slugs: readonly string[]; readonly statuses: readonly number[] }>;
}

/** Creates entries through a node. Each response must be a 201 or, if `mayFail`, a 503 with `Retry-After`. */
function startWriter(node: Service, prefix: string, mayFail = false): Writer {
  const slugs: string[] = [];
  const statuses: number[] = [];
  let isStopped = false;
  const running = (async () => {
    for (let n = 0; !isStopped; n += 1) {
      const slug = `${prefix}-${n}`;
      const response = await node.request('POST', '/cms/v2/posts', { title: slug, slug, status: 'publish' });
      statuses.push(response.status);
      if (response.status === 201) slugs.push(slug);
      else if (mayFail) assertTryLater(response, /^rest_(?:node_outdated|storage_busy)$/);
      else assert.equal(response.status, 201, JSON.stringify(response.body));
      await pause(5);
    }
  })();
  running.catch(() => {});
  return {
    async stop() {
      isStopped = true;
      await running;
      return { slugs, statuses };
    },
  };
}

const titleOf = async (node: Service, id: number): Promise<string> => {
  const { body } = await node.read(`/cms/v2/posts?include=${id}`);
  return body[0].title.rendered;
};

/** Changes an entry through one node, and asserts that another one serves the change 100 ms after the response. */
async function assertVisible(writer: Service, reader: Service, id: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    // So that the reader has cached the response before the change.
    await titleOf(reader, id);
    const title = `${writer.origin} ${n} ${performance.now()}`;
    const { status } = await writer.request('PATCH', `/cms/v2/posts/${id}`, { title });
    assert.equal(status, 200);
    await pause(maxStaleMs);
    assert.equal(await titleOf(reader, id), title);
  }
}

async function assertAllStored(node: Service, slugs: readonly string[]): Promise<void> {
  for (let from = 0; from < slugs.length; from += 50) {
    const part = slugs.slice(from, from + 50);
    const { body } = await node.read(`/cms/v2/posts?slug=${part.join(',')}&per_page=100`);
    assert.equal(body.length, part.length);
  }
}

describeOnPostgres((database) => {
  let compatible: RepositoryCopy;
  let incompatible: RepositoryCopy;
  let next: RepositoryCopy;
  const start = async (copy?: RepositoryCopy): Promise<Service> =>
    startService({
      data: await newFolder(),
      database: database.url,
      ...(copy && { program: path.join(copy.folder, 'server/main.js') }),
    });
  let older: Service;
  let newer: Service;
  let id: number;

  before(async () => {
    compatible = copyRepository([additions]);
    incompatible = copyRepository([additions, rewrite]);
    next = copyRepository([additions, rewrite, addition]);
    older = await start();
    id = (await older.request('POST', '/cms/v2/posts', { title: 'Shared', status: 'publish' })).body.id;
  });
  after(() => {
    compatible.remove();
    incompatible.remove();
    next.remove();
  });

  it('an older and a newer node serve the site during and after a compatible migration', async () => {
    const writer = startWriter(older, 'older');
    newer = await start(compatible);
    const other = startWriter(newer, 'newer');
    await assertVisible(older, newer, id, 5);
    await assertVisible(newer, older, id, 5);
    const written = [await writer.stop(), await other.stop()].flatMap(({ slugs }) => slugs);
    for (const node of [older, newer]) await assertAllStored(node, written);
    assert.match(newer.log(), /"migrations":\["\d+ test-\d+"\].*"database migrated"/);
    await waitUntil(() => older.log().includes('database migrated by a newer version'), 2000, 'the older node logs it');
    assert.equal(await older.probe('readyz'), 200);
  });

  it('an older node can start after a compatible migration', async () => {
    const another = await start();
    assert.equal(await another.probe('readyz'), 200);
    assert.equal(await titleOf(another, id), await titleOf(newer, id));
    await another.end('SIGTERM');
  });

  it('older nodes stop serving after an incompatible migration, and lose no acknowledged write', async () => {
    const writers = [startWriter(older, 'last-older', true), startWriter(newer, 'last-newer', true)];
    const latest = await start(incompatible);
    await waitUntil(async () => (await newer.probe('readyz')) === 503, 2000, 'the node is not ready');
    await pause(200);
    const written = await Promise.all(writers.map((writer) => writer.stop()));
    for (const { statuses } of written) assert.ok(statuses.includes(201) && statuses.at(-1) === 503, String(statuses));
    await assertAllStored(
      latest,
      written.flatMap(({ slugs }) => slugs),
    );
    for (const node of [older, newer]) {
      const ready = await fetch(`${node.origin}/readyz`);
      assert.deepEqual([ready.status, await ready.json()], [503, { status: 'not ready', waiting_for: ['upgrade'] }]);
      assertTryLater(await node.read(`/cms/v2/posts?include=${id}`), /^rest_node_outdated$/);
      assert.match(node.log(), /"node outdated"/);
      assert.equal(await node.probe('healthz'), 200);
    }
    assert.equal((await latest.request('POST', '/cms/v2/posts', { title: 'After', status: 'publish' })).status, 201);
    assert.equal((await older.end('SIGTERM')).exit, 0);
  });

  it('a node that waits for a migration of another process says so', async () => {
    const client = await openPostgres(database.url);
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtextextended('migrations', 0))");
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(
      process.execPath,
      [path.join(next.folder, 'server/main.js'), 'serve', '--port', String(port)].concat([
        ...['--data', await newFolder(), '--database', database.url],
      ]),
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    killAfterTests(child);
    let log = '';
    child.stderr.on('data', (text) => (log += text));
    const obstacles = async () =>
      fetch(`${url}/readyz`)
        .then((response) => response.text())
        .catch(() => '');
    await waitUntil(async () => (await obstacles()).includes('other-migration'), 20_000, 'the node waits');
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    const ready = await fetch(`${url}/readyz`);
    assert.deepEqual(
      [ready.status, ready.headers.get('retry-after'), await ready.json()],
      [503, '2', { status: 'not ready', waiting_for: ['other-migration'] }],
    );
    const other = await fetch(`${url}/rest/cms/v2/posts`);
    assert.deepEqual([other.status, other.headers.get('retry-after')], [503, '2']);
    assert.equal(((await other.json()) as { code: string }).code, 'rest_starting');
    assert.match(log, /"waitingFor":"other-migration".*"start delayed"/);
    await client.query('commit');
    await client.close();
    const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
    await waitUntil(isReady, 20_000, 'the node is ready');
    assert.match(log, /"database migrated"/);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('an older node is rejected after an incompatible migration', async () => {
    await assert.rejects(start(), /The database was migrated by Octavo/);
  });
});
