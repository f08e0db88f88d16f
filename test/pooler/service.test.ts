// Tests a service behind PgBouncer that restarts, and one that waits for connections to the server.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { assertConsistent, assertNothingLost, assertTotal, openPostgres } from '../faults/consistency.ts';
import { startLoad } from '../faults/load.ts';
import { createTestDatabase } from '../faults/postgres-server.ts';
import {
  assertTryLater,
  newFolder,
  runCommand,
  type Service,
  type ServiceOptions,
  startService,
  waitUntil,
} from '../faults/service-process.ts';
import { type PgBouncer, skipReason, startPgBouncer } from './pgbouncer.ts';

const tryLaterCode = /^rest_storage_(busy|unavailable)$/;

/** Settings with which several clients share few connections to the server. */
const fewConnections = { default_pool_size: 2 };

describe('a service behind PgBouncer', { skip: skipReason }, () => {
  let test: Awaited<ReturnType<typeof createTestDatabase>>;
  let bouncer: PgBouncer;
  let options: ServiceOptions;
  let service: Service;
  before(async () => {
    test = await createTestDatabase();
    bouncer = await startPgBouncer(test.url, fewConnections);
    options = { data: await newFolder(), database: bouncer.urlOf(test.url), databaseDirect: test.url };
    service = await startService(options);
  });
  after(async () => {
    await bouncer.remove();
    await test.drop();
  });

  let uncached = 0;
  /** Waits until a read is rejected. Each one has a new URL: while nothing is written, responses in memory remain current. */
  const waitUntilReadsAreRejected = () =>
    waitUntil(
      async () => {
        uncached += 1;
        const response = await service.read(`/cms/v2/posts?per_page=1&uncached=${uncached}`);
        if (response.status !== 200) assertTryLater(response, tryLaterCode);
        return response.status !== 200;
      },
      60_000,
      'reads are rejected',
    );

  const isReady = async () => (await service.probe('readyz')) === 200;

  async function assertIntact(acknowledged: readonly number[]): Promise<void> {
    const client = await openPostgres(test.url);
    await assertNothingLost(client.query, acknowledged);
    await assertConsistent(client.query, 'postgres');
    await assertTotal(client.query, await service.read('/cms/v2/posts'));
    await client.close();
    assert.equal(service.child.exitCode, null);
  }

  it('responds with 503 while PgBouncer is stopped, and uses it again without a restart', {
    timeout: 300_000,
  }, async () => {
    const load = startLoad(service);
    await waitUntil(() => load.acknowledged.length > 20, 60_000, 'posts are created');
    for (let restarts = 0; restarts < 3; restarts += 1) {
      await bouncer.stop();
      const writes = load.rejected.length;
      await waitUntil(() => load.rejected.length > writes + 2, 60_000, 'writes are rejected');
      await waitUntilReadsAreRejected();
      assert.equal(await service.probe('healthz'), 200);
      await bouncer.start();
      const acknowledged = load.acknowledged.length;
      await waitUntil(isReady, 60_000, 'the service is ready again');
      await waitUntil(() => load.acknowledged.length > acknowledged + 20, 60_000, 'posts are created again');
    }
    await load.stop();
    for (const response of [...load.rejected, ...load.failedReads]) assertTryLater(response, tryLaterCode);
    assert.deepEqual(load.failedRequests, []);
    await assertIntact(load.acknowledged);
  });

  it('responds with 503 when connections to the server do not become free in time', { timeout: 300_000 }, async () => {
    await bouncer.stop();
    await bouncer.start({ default_pool_size: 1, query_wait_timeout: 1 });
    await waitUntil(isReady, 60_000, 'the service uses it again');
    const load = startLoad(service, { writers: 8, readers: 4 });
    await waitUntil(() => load.acknowledged.length > 20, 60_000, 'posts are created through a single connection');
    const holder = await openPostgres(bouncer.urlOf(test.url));
    await waitUntil(
      () =>
        holder.query('begin').then(
          () => true,
          () => false,
        ),
      60_000,
      'the connection is taken',
    );
    const writes = load.rejected.length;
    await waitUntil(() => load.rejected.length > writes + 2, 60_000, 'writes are rejected');
    await waitUntilReadsAreRejected();
    await holder.query('rollback');
    await holder.close();
    const acknowledged = load.acknowledged.length;
    await waitUntil(() => load.acknowledged.length > acknowledged + 20, 60_000, 'posts are created again');
    await load.stop();
    for (const response of [...load.rejected, ...load.failedReads]) assertTryLater(response, tryLaterCode);
    assert.deepEqual(load.failedRequests, []);
    await assertIntact(load.acknowledged);
  });

  it('is backed up and restored by commands, and read by others', { timeout: 300_000 }, async () => {
    const archive = path.join(await newFolder(), 'site.tar');
    await runCommand(['backup', 'create', '--to', archive], options);
    const before = await service.read('/cms/v2/posts?per_page=100');
    const { body } = await service.request('POST', '/cms/v2/posts', { title: 'After the backup', status: 'publish' });
    await runCommand(['backup', 'restore', archive], options);
    assert.equal((await service.read(`/cms/v2/posts/${body.id}`)).status, 404);
    assert.deepEqual((await service.read('/cms/v2/posts?per_page=100')).body, before.body);
    assert.match(await runCommand(['doctor'], options), /schema is up to date/);
    assert.match(await runCommand(['info'], options), /postgres 1\d/);
    assert.equal((await service.end('SIGTERM')).exit, 0);
  });

  it('does not start without the direct URL', async () => {
    const { databaseDirect: _, ...withoutDirect } = options;
    await assert.rejects(startService(withoutDirect), ({ message }: Error) => {
      assert.match(message, /^PostgreSQL at 127\.0\.0\.1:\d+\/\w+ \(--database\): This is a pooler.*--database-direct/);
      assert.equal(message.trim().split('\n').length, 1, message);
      return true;
    });
  });
});
