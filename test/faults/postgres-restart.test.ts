// PostgreSQL goes away and comes back, ends connections, has none left, or stands still (check 58).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from './load.ts';
import { newDatabase, type OwnServer, startOwnServer, testServer } from './postgres-server.ts';
import { assertTryLater, newFolder, type Service, startService, until } from './service-process.ts';
import { assertNothingLost, assertSound, assertTotal, postgres, type Query } from './stored.ts';

describe('a PostgreSQL server', { skip: testServer ? false : 'OCTAVO_TEST_POSTGRES is not set' }, () => {
  let server: OwnServer;
  let url: string;
  let service: Service;
  before(async () => {
    server = await startOwnServer();
    ({ url } = await newDatabase(server.url));
    // A limit that a test can wait for.
    service = await startService({ data: await newFolder(), database: `${url}?query_timeout=1500` });
  });
  after(async () => {
    await server.freeze(false).catch(() => {});
    await server.remove();
  });

  /** What must hold once everything is as it should be again. */
  async function assertWhole(acknowledged: readonly number[]): Promise<void> {
    await look(async (query) => {
      await assertNothingLost(query, acknowledged);
      await assertSound(query, 'postgres');
      await assertTotal(query, await service.read('/cms/v2/posts'));
    });
    assert.equal(service.child.exitCode, null);
  }

  async function look(check: (query: Query) => Promise<unknown>): Promise<void> {
    const client = await postgres(url);
    await check(client.query).finally(() => client.close());
  }

  const isReady = async () => (await service.probe('readyz')) === 200;

  it('that is restarted is missed with 503, and found again without a restart of ours', {
    timeout: 60_000,
  }, async () => {
    const load = startLoad(service);
    await until(() => load.acknowledged.length > 20, 10_000, 'posts are made');
    await server.stop();
    const reads = load.unread.length;
    const writes = load.refused.length;
    await until(() => load.refused.length > writes + 5, 10_000, 'writes are refused');
    await until(() => load.unread.length > reads + 5, 10_000, 'reads are refused');
    assert.equal(await service.probe('readyz'), 503);
    assert.equal(await service.probe('healthz'), 200);
    await server.start();
    const acknowledged = load.acknowledged.length;
    await until(isReady, 10_000, 'the service is ready again');
    await until(() => load.acknowledged.length > acknowledged + 20, 10_000, 'posts are made again');
    await load.stop();
    for (const answer of [...load.refused, ...load.unread]) assertTryLater(answer, /^rest_storage_unavailable$/);
    assert.deepEqual(load.unanswered, []);
    await assertWhole(load.acknowledged);
  });

  it('that ends our connections costs at most their requests', { timeout: 60_000 }, async () => {
    const load = startLoad(service);
    await look(async (query) => {
      for (let n = 0; n < 10; n += 1) {
        await pause(50);
        await query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        );
      }
    });
    const acknowledged = load.acknowledged.length;
    await until(() => load.acknowledged.length > acknowledged + 20, 10_000, 'posts are made again');
    await load.stop();
    for (const answer of [...load.refused, ...load.unread]) assertTryLater(answer, /^rest_storage_unavailable$/);
    assert.deepEqual(load.unanswered, []);
    await assertWhole(load.acknowledged);
  });

  it('that has too few connections for us is told of, and used again when it has enough', {
    timeout: 60_000,
  }, async () => {
    // Limits do not bind superusers.
    const beside = await postgres(server.url);
    await beside.query('create role guest login connection limit 1');
    await beside.query('create database narrow owner guest');
    const narrow = new URL(server.url);
    narrow.username = 'guest';
    narrow.pathname = '/narrow';
    const options = { data: await newFolder(), database: narrow.href };
    await beside.query('alter role guest connection limit 0');
    await assert.rejects(startService(options), ({ message }: Error) => {
      assert.match(message, /no connection left/);
      assert.equal(message.trim().split('\n').length, 1, message);
      return true;
    });
    await beside.query('alter role guest connection limit -1');
    const guest = await startService(options);
    const load = startLoad(guest, { writers: 8, readers: 8 });
    await until(() => load.acknowledged.length > 10, 10_000, 'posts are made');
    await beside.query('alter role guest connection limit 1');
    await beside.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'guest'");
    await until(() => load.refused.length + load.unread.length > 30, 10_000, 'what finds no connection is refused');
    await beside.query('alter role guest connection limit -1');
    const acknowledged = load.acknowledged.length;
    await until(() => load.acknowledged.length > acknowledged + 20, 10_000, 'posts are made again');
    await load.stop();
    for (const answer of [...load.refused, ...load.unread]) assertTryLater(answer, /^rest_storage_unavailable$/);
    assert.deepEqual(load.unanswered, []);
    const client = await postgres(narrow.href);
    await assertNothingLost(client.query, load.acknowledged);
    await assertSound(client.query, 'postgres');
    await client.close();
    assert.equal((await guest.end('SIGTERM')).how, 0);
    await beside.close();
  });

  it('whose tables somebody has locked makes writers wait, not for ever, and not the readers', {
    timeout: 60_000,
  }, async () => {
    await look(async (query) => {
      await query('begin');
      await query('lock table entries in exclusive mode');
      const began = performance.now();
      const write = service.ask('POST', '/cms/v2/posts', { title: 'Locked out', status: 'publish' });
      for (let n = 0; n < 20; n += 1) assert.equal((await service.read(`/cms/v2/posts?locked=${n}`)).status, 200);
      assertTryLater(await write, /^rest_storage_(busy|unavailable)$/);
      assert.ok(performance.now() - began < 15_000);
      await query('rollback');
    });
    assert.equal((await service.ask('POST', '/cms/v2/posts', { title: 'Free', status: 'publish' })).status, 201);
  });

  it('that stands still without a word is given up after a while, and found again', { timeout: 60_000 }, async () => {
    await (await service.read('/cms/v2/posts')).body;
    await server.freeze(true);
    const began = performance.now();
    const asked = [
      service.ask('POST', '/cms/v2/posts', { title: 'Frozen', status: 'publish' }),
      service.read('/cms/v2/posts?search=frozen'),
    ];
    assert.equal(await service.probe('readyz'), 503);
    assert.equal(await service.probe('healthz'), 200);
    for (const answer of await Promise.all(asked)) assertTryLater(answer, /^rest_storage_unavailable$/);
    // What is kept in memory is no longer sent, since nobody knows whether it is true.
    assertTryLater(await service.read('/cms/v2/posts'), /^rest_storage_unavailable$/);
    assert.ok(performance.now() - began < 15_000, 'it did not take for ever');
    await server.freeze(false);
    await until(isReady, 15_000, 'the service is ready again');
    const made = await service.ask('POST', '/cms/v2/posts', { title: 'Thawed', status: 'publish', categories: [1] });
    assert.equal(made.status, 201);
    await assertWhole([made.body.id]);
    assert.equal((await service.end('SIGTERM')).how, 0);
  });
});
