// Tests PostgreSQL servers that restart, terminate connections, run out of connections, or freeze.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertConsistent, assertNothingLost, assertTotal, openPostgres, type Query } from './consistency.ts';
import { startLoad } from './load.ts';
import { createTestDatabase, type PostgresServer, startPostgresServer, testServerUrl } from './postgres-server.ts';
import { assertTryLater, newFolder, type Service, startService, waitUntil } from './service-process.ts';

describe('a PostgreSQL server', { skip: testServerUrl ? false : 'OCTAVO_TEST_POSTGRES is not set' }, () => {
  let server: PostgresServer;
  let url: string;
  let service: Service;
  before(async () => {
    server = await startPostgresServer();
    ({ url } = await createTestDatabase(server.url));
    // The query timeout is shortened for the test.
    service = await startService({ data: await newFolder(), database: `${url}?query_timeout=1500` });
  });
  after(async () => {
    await server.freeze(false).catch(() => {});
    await server.remove();
  });

  /** Asserts the consistency of the database after recovery. */
  async function assertIntact(acknowledged: readonly number[]): Promise<void> {
    await queryDatabase(async (query) => {
      await assertNothingLost(query, acknowledged);
      await assertConsistent(query, 'postgres');
      await assertTotal(query, await service.read('/cms/v2/posts'));
    });
    assert.equal(service.child.exitCode, null);
  }

  async function queryDatabase(check: (query: Query) => Promise<unknown>): Promise<void> {
    const client = await openPostgres(url);
    await check(client.query).finally(() => client.close());
  }

  const isReady = async () => (await service.probe('readyz')) === 200;

  it('that restarts causes 503, and is used again without a restart of the service', {
    timeout: 300_000,
  }, async () => {
    const load = startLoad(service);
    await waitUntil(() => load.acknowledged.length > 20, 60_000, 'posts are created');
    await server.stop();
    const reads = load.failedReads.length;
    const writes = load.rejected.length;
    await waitUntil(() => load.rejected.length > writes + 5, 60_000, 'writes are rejected');
    await waitUntil(() => load.failedReads.length > reads + 5, 60_000, 'reads are rejected');
    assert.equal(await service.probe('readyz'), 503);
    const readiness = await (await fetch(`${service.origin}/readyz`)).json();
    assert.deepEqual(readiness, { status: 'not ready', waiting_for: ['database'] });
    assert.equal(await service.probe('healthz'), 200);
    await server.start();
    const acknowledged = load.acknowledged.length;
    await waitUntil(isReady, 20_000, 'the service is ready again');
    await waitUntil(() => load.acknowledged.length > acknowledged + 20, 60_000, 'posts are created again');
    await load.stop();
    for (const response of [...load.rejected, ...load.failedReads])
      assertTryLater(response, /^rest_storage_unavailable$/);
    assert.deepEqual(load.failedRequests, []);
    await assertIntact(load.acknowledged);
  });

  it('that terminates connections causes at most the failure of their requests', { timeout: 300_000 }, async () => {
    const load = startLoad(service);
    await queryDatabase(async (query) => {
      for (let n = 0; n < 10; n += 1) {
        await pause(50);
        await query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        );
      }
    });
    const acknowledged = load.acknowledged.length;
    await waitUntil(() => load.acknowledged.length > acknowledged + 20, 60_000, 'posts are created again');
    await load.stop();
    for (const response of [...load.rejected, ...load.failedReads])
      assertTryLater(response, /^rest_storage_unavailable$/);
    assert.deepEqual(load.failedRequests, []);
    await assertIntact(load.acknowledged);
  });

  it('without free connections causes 503, and is used again when it has free connections', {
    timeout: 300_000,
  }, async () => {
    // Connection limits do not apply to superusers.
    const adminClient = await openPostgres(server.url);
    await adminClient.query('create role guest login connection limit 1');
    await adminClient.query('create database narrow owner guest');
    const limitedUrl = new URL(server.url);
    limitedUrl.username = 'guest';
    limitedUrl.pathname = '/narrow';
    const options = { data: await newFolder(), database: limitedUrl.href };
    await adminClient.query('alter role guest connection limit 0');
    await assert.rejects(startService(options), ({ message }: Error) => {
      assert.match(message, /no free connections/);
      assert.equal(message.trim().split('\n').length, 1, message);
      return true;
    });
    await adminClient.query('alter role guest connection limit -1');
    const limitedService = await startService(options);
    const load = startLoad(limitedService, { writers: 8, readers: 8 });
    await waitUntil(() => load.acknowledged.length > 10, 60_000, 'posts are created');
    await adminClient.query('alter role guest connection limit 1');
    await adminClient.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'guest'");
    await waitUntil(
      () => load.rejected.length + load.failedReads.length > 30,
      60_000,
      'requests without a connection are rejected',
    );
    await adminClient.query('alter role guest connection limit -1');
    const acknowledged = load.acknowledged.length;
    await waitUntil(() => load.acknowledged.length > acknowledged + 20, 60_000, 'posts are created again');
    await load.stop();
    for (const response of [...load.rejected, ...load.failedReads])
      assertTryLater(response, /^rest_storage_unavailable$/);
    assert.deepEqual(load.failedRequests, []);
    const client = await openPostgres(limitedUrl.href);
    await assertNothingLost(client.query, load.acknowledged);
    await assertConsistent(client.query, 'postgres');
    await client.close();
    assert.equal((await limitedService.end('SIGTERM')).exit, 0);
    await adminClient.close();
  });

  it('with locked tables delays writers for a limited time, and readers not at all', {
    timeout: 300_000,
  }, async () => {
    await queryDatabase(async (query) => {
      await query('begin');
      await query('lock table entries in exclusive mode');
      const began = performance.now();
      const write = service.request('POST', '/cms/v2/posts', { title: 'Locked out', status: 'publish' });
      for (let n = 0; n < 20; n += 1) assert.equal((await service.read(`/cms/v2/posts?locked=${n}`)).status, 200);
      assertTryLater(await write, /^rest_storage_(busy|unavailable)$/);
      assert.ok(performance.now() - began < 15_000);
      await query('rollback');
    });
    assert.equal((await service.request('POST', '/cms/v2/posts', { title: 'Free', status: 'publish' })).status, 201);
  });

  it('that freezes causes timeouts, and is used again afterwards', { timeout: 300_000 }, async () => {
    await (await service.read('/cms/v2/posts')).body;
    await server.freeze(true);
    const began = performance.now();
    const requests = [
      service.request('POST', '/cms/v2/posts', { title: 'Frozen', status: 'publish' }),
      service.read('/cms/v2/posts?search=frozen'),
    ];
    assert.equal(await service.probe('readyz'), 503);
    assert.equal(await service.probe('healthz'), 200);
    for (const response of await Promise.all(requests)) assertTryLater(response, /^rest_storage_unavailable$/);
    // Cached responses are not served, because the service cannot check that they are current.
    assertTryLater(await service.read('/cms/v2/posts'), /^rest_storage_unavailable$/);
    assert.ok(performance.now() - began < 15_000, 'the requests timed out');
    await server.freeze(false);
    await waitUntil(isReady, 20_000, 'the service is ready again');
    const made = await service.request('POST', '/cms/v2/posts', {
      title: 'Thawed',
      status: 'publish',
      categories: [1],
    });
    assert.equal(made.status, 201);
    await assertIntact([made.body.id]);
    assert.equal((await service.end('SIGTERM')).exit, 0);
  });
});
