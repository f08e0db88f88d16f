// Tests nodes whose anonymous reads use a streaming replica (docs/decisions/0034-replicas.md).
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ReplicaChange, subscribeToDiagnostics } from '../../server/database/diagnostics.ts';
import { inspectReplicas } from '../../server/database/dialects/postgres/inspect-replicas.ts';
import type { ReplicaStatistics } from '../../server/database/handle.ts';
import type { DatabaseLocation } from '../../server/database/open.ts';
import { type Builder, type Slots, statement } from '../../server/database/statement.ts';
import { openPostgres } from '../faults/consistency.ts';
import { createTestDatabase, type PostgresServer, startPostgresServer } from '../faults/postgres-server.ts';
import { waitUntil } from '../faults/service-process.ts';
import { skipReason as poolerSkipReason, startPgBouncer } from '../pooler/pgbouncer.ts';
import { close, openNode, openSecondNode, type TestNode } from '../test-node.ts';
import { type ReplicaServer, skipReason, startReplica } from './replica-server.ts';

const setTitle = statement((q, p: Slots<{ id: number; title: string }>) =>
  q.updateTable('entries').set({ title: p.title, title_rendered: p.title }).where('id', '=', p.id),
);

const sleep = statement((_: Builder, p: Slots<{ seconds: number }>) => sql`select pg_sleep(${p.seconds})`);

/** Maximum age of a stale response, in milliseconds. */
const maxStaleMs = 100;

/** Maximum time until the state of a replica has been checked again, in milliseconds. */
const maxCheckMs = 1100;

const timeoutMs = 30_000;

describe('nodes with a replica', { skip: skipReason, timeout: 300_000 }, () => {
  let server: PostgresServer;
  let replica: ReplicaServer;
  let test: Awaited<ReturnType<typeof createTestDatabase>>;
  let location: DatabaseLocation;
  let one: TestNode;
  let two: TestNode;
  let id: number;
  let changes: ReplicaChange[] = [];
  const unsubscribe = subscribeToDiagnostics({
    onDamagedValue: () => {},
    onBackgroundFailure: () => {},
    onReplicaChange: (change) => changes.push(change),
  });

  before(async () => {
    server = await startPostgresServer();
    replica = await startReplica(server.url, { log_statement: 'all' });
  });
  beforeEach(async () => {
    test = await createTestDatabase(server.url);
    await waitUntil(() => hasReplayed(replica), timeoutMs, 'the database is replicated');
    location = {
      ...{ kind: 'postgres', url: test.url },
      replicas: [{ url: replica.urlOf(test.url), name: 'replica' }],
    };
    // Without a response cache, each request reads.
    one = await openNode(location, { maxCacheBytes: 0 });
    two = await openSecondNode(one, location);
    ({ id } = await one.site.create('/cms/v2/posts', { title: 'Start', status: 'publish' }));
    for (const node of [one, two]) await waitUntil(() => isInUse(node), timeoutMs, 'the replica is in use');
    changes = [];
  });
  afterEach(async () => {
    await close(two);
    await close(one);
    await test.drop();
  });
  after(async () => {
    unsubscribe();
    await replica.remove();
    await server.remove();
  });

  const stateOf = ({ database }: TestNode): ReplicaStatistics => {
    const [state] = database.statistics().replicas;
    assert.ok(state);
    return state;
  };
  const servedBy = (node: TestNode) => stateOf(node).reads - stateOf(node).repeated;
  const isInUse = (node: TestNode) => stateOf(node).problem === undefined;

  /** Whether a replica has replayed everything that the primary has written until now. */
  async function hasReplayed(of: ReplicaServer): Promise<boolean> {
    const [row] = await of.query(`select pg_last_wal_replay_lsn() >= '${await positionOfPrimary()}' as "isDone"`);
    return row?.isDone === true;
  }

  async function positionOfPrimary(): Promise<string> {
    const client = await openPostgres(server.url);
    const [row] = await client.query('select pg_current_wal_flush_lsn()::text as position');
    await client.close();
    return String(row?.position);
  }

  /** Returns the title. `excluded` is any number that is not an ID, for a response that is not cached. */
  async function readTitle(node: TestNode, excluded?: number): Promise<string | undefined> {
    const parameters = excluded === undefined ? '' : `&exclude=${excluded}`;
    const response = await node.get(`/cms/v2/posts?include=${id}${parameters}`);
    assert.equal(response.status, 200);
    const entries = (await response.json()) as { title: { rendered: string } }[];
    return entries[0]?.title.rendered;
  }

  const writeTitle = (title: string) => one.site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { title });

  /** Changes the title several times, and reads it on both nodes: every response must be as new as it would be without replicas. */
  async function writeAndRead(prefix: string, count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const title = `${prefix} ${n}`;
      await writeTitle(title);
      const writtenAt = performance.now();
      while (performance.now() < writtenAt + 1.5 * maxStaleMs) {
        assert.equal(await readTitle(one), title);
        const requestedAt = performance.now();
        const read = await readTitle(two);
        if (requestedAt > writtenAt + maxStaleMs) assert.equal(read, title, 'too old');
      }
    }
  }

  /** Closes the connections to the log of changes, which the nodes then open again. */
  async function disconnectLogs(): Promise<void> {
    const client = await openPostgres(test.url);
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'octavo changes'",
    );
    await client.close();
  }

  /** Waits until anonymous reads of a node use the replica. */
  let excluded = 1_000_000;
  const waitForUse = (node: TestNode) =>
    waitUntil(
      async () => {
        const before = servedBy(node);
        excluded += 1;
        await readTitle(node, excluded);
        return servedBy(node) > before;
      },
      timeoutMs,
      'reads use the replica',
    );

  it('read from it for anonymous callers, and from the primary for others', async () => {
    await waitForUse(one);
    // Nothing else reads through the connections of the nodes to the replica.
    const logged = () => replica.log().match(/from "entries"/g)?.length ?? 0;
    const [before, count] = [stateOf(one).reads, logged()];
    for (let n = 0; n < 5; n += 1) assert.equal(await readTitle(one), 'Start');
    assert.ok(stateOf(one).reads >= before + 5);
    assert.ok(logged() > count);
    const [anonymous, anonymousCount] = [stateOf(one).reads, logged()];
    const { body } = await one.site.request('administrator', 'GET', `/cms/v2/posts/${id}?context=edit`);
    assert.equal(body.title.raw, 'Start');
    for (const headers of [{ cookie: 'a=b' }, { authorization: 'Basic YTpi' }])
      await one.get(`/cms/v2/posts/${id}`, headers as Record<string, string>);
    assert.deepEqual([stateOf(one).reads, logged()], [anonymous, anonymousCount]);
    await one.database.transaction(async () => {
      await one.database.readFromReplicas(() => one.site.service.settings.readPresented());
    });
    assert.equal(stateOf(one).reads, anonymous);
  });

  it('return every write of the same node, and those of others after 100 ms', async () => {
    await writeAndRead('Title', 5);
    await waitForUse(one);
    await waitForUse(two);
    assert.deepEqual(changes, []);
  });

  it('cache responses that include every write', async () => {
    // Only this node caches responses.
    const caching = two;
    await replica.set('recovery_min_apply_delay', '20ms');
    try {
      for (let n = 0; n < 12; n += 1) {
        const writer = n % 2 === 0 ? one : caching;
        const title = `Cached ${n}`;
        await writer.database.transaction((tx) => tx.run(setTitle, { id, title }));
        const [writtenAt, served] = [performance.now(), servedBy(caching)];
        const isDone = () => performance.now() > writtenAt + 1.5 * maxStaleMs && servedBy(caching) > served;
        while (!isDone()) {
          const requestedAt = performance.now();
          const read = await readTitle(caching);
          if (writer === caching || requestedAt > writtenAt + maxStaleMs) assert.equal(read, title);
          excluded += 1;
          await readTitle(caching, excluded);
        }
      }
    } finally {
      await replica.set('recovery_min_apply_delay', '0');
    }
    assert.ok(caching.cache.statistics().hits > 0);
  });

  it('report it as out of use while the log of changes is disconnected', async () => {
    await waitForUse(one);
    await disconnectLogs();
    await waitUntil(() => /primary is not known/.test(stateOf(one).problem ?? ''), timeoutMs, 'it is out of use');
    const { reads } = stateOf(one);
    assert.equal(await readTitle(one), 'Start');
    if (!isInUse(one)) assert.equal(stateOf(one).reads, reads);
    await waitForUse(one);
  });

  it('repeat a read on the primary that takes too long, and pause after the second one', async () => {
    await waitForUse(one);
    const listConnections = () =>
      replica.query("select pid from pg_stat_activity where application_name = 'octavo' order by pid");
    const connections = await listConnections();
    const read = () => one.database.readFromReplicas(() => one.database.read.all(sleep, { seconds: 0.9 }));
    for (const isStillUsed of [true, false]) {
      const { repeated } = stateOf(one);
      await read();
      assert.deepEqual([stateOf(one).repeated, isInUse(one)], [repeated + 1, isStillUsed]);
    }
    assert.match(String(stateOf(one).problem), /fail repeatedly/);
    assert.deepEqual(await listConnections(), connections);
    await waitForUse(one);
    assert.deepEqual(
      changes.map(({ problem }) => problem === undefined),
      [false, true],
    );
  });

  it('use the primary while the replica applies changes late', async () => {
    await replica.set('recovery_min_apply_delay', '3s');
    try {
      await writeAndRead('Delayed', 5);
      await waitUntil(() => !isInUse(one) && !isInUse(two), timeoutMs, 'the replica is out of use');
      assert.match(String(stateOf(one).problem), /lags/);
      assert.ok(stateOf(one).lagSeconds >= 1);
    } finally {
      await replica.set('recovery_min_apply_delay', '0');
    }
    for (const node of [one, two]) await waitForUse(node);
    await waitUntil(() => changes.length === 4, timeoutMs, 'both nodes have reported both changes');
    assert.equal(changes.filter(({ problem }) => problem === undefined).length, 2);
  });

  it('use the primary while the replica does not replay', async () => {
    await replica.query('select pg_wal_replay_pause()');
    try {
      await writeAndRead('Paused', 3);
      await waitUntil(() => !isInUse(one), timeoutMs, 'the replica is out of use');
      await disconnectLogs();
      await waitUntil(() => /lags/.test(stateOf(one).problem ?? ''), timeoutMs, 'the log is read again');
      assert.ok(stateOf(one).lagSeconds >= 1);
      await pause(maxCheckMs);
      assert.ok(!isInUse(one) && stateOf(one).lagSeconds >= 1);
    } finally {
      await replica.query('select pg_wal_replay_resume()');
    }
    for (const node of [one, two]) await waitForUse(node);
  });

  it('include transactions that do not wait for the disk', async () => {
    for (let n = 0; n < 5; n += 1)
      await one.database.flushTogether(async () => {
        const title = `Together ${n}`;
        await writeTitle(title);
        const writtenAt = performance.now();
        assert.equal(await readTitle(one), title);
        await pause(maxStaleMs + 10);
        assert.equal(await readTitle(two), title, `after ${performance.now() - writtenAt} ms`);
      });
  });

  /** Reads through both nodes until `stop` is called, which returns the number of responses. An error fails it. */
  function startReads(): () => Promise<number> {
    let isRunning = true;
    let responses = 0;
    const readers = [one, two, one, two].map(async (node) => {
      while (isRunning) {
        assert.ok((await readTitle(node)) !== undefined);
        responses += 1;
      }
    });
    return async () => {
      isRunning = false;
      await Promise.all(readers);
      return responses;
    };
  }

  it('respond without errors while the replica is killed, and use it again', async () => {
    for (let n = 0; n < 2; n += 1) {
      for (const node of [one, two]) await waitForUse(node);
      const stop = startReads();
      await pause(50);
      await replica.kill();
      await waitUntil(() => !isInUse(one) && !isInUse(two), timeoutMs, 'the replica is out of use');
      await writeTitle(`Killed ${n}`);
      await replica.start();
      await waitUntil(() => isInUse(one) && isInUse(two), timeoutMs, 'the replica is in use again');
      for (const node of [one, two]) {
        assert.equal(await readTitle(node), `Killed ${n}`);
        await waitForUse(node);
      }
      assert.ok((await stop()) > 0);
    }
  });

  it('respond after at most a second when the replica stops responding', async () => {
    await waitForUse(one);
    await replica.freeze(true);
    try {
      const began = performance.now();
      assert.equal(await readTitle(one, 1), 'Start');
      const elapsed = performance.now() - began;
      assert.ok(elapsed < 2000, `${elapsed} ms`);
      await waitUntil(() => !isInUse(one), timeoutMs, 'the replica is out of use');
    } finally {
      await replica.freeze(false);
    }
    await waitForUse(one);
  });

  it('use it beside a pooler', { skip: poolerSkipReason }, async () => {
    const bouncer = await startPgBouncer(server.url);
    assert.ok(location.kind === 'postgres');
    const urls = { url: bouncer.urlOf(location.url), directUrl: location.url };
    const node = await openSecondNode(one, { ...location, ...urls });
    try {
      await waitUntil(() => isInUse(node), timeoutMs, 'the replica is in use');
      for (let n = 0; n < 5; n += 1) {
        await node.database.transaction((tx) => tx.run(setTitle, { id, title: `Pooled ${n}` }));
        assert.equal(await readTitle(node), `Pooled ${n}`);
        await waitForUse(node);
      }
    } finally {
      await close(node);
      await bouncer.remove();
    }
  });

  it('do not use a pooler instead of it', { skip: poolerSkipReason }, async () => {
    // PgBouncer rejects the statement timeout that the connections request, or ignores it.
    for (const settings of [{}, { ignore_startup_parameters: 'statement_timeout' }]) {
      const bouncer = await startPgBouncer(replica.urlOf(server.url), settings);
      const pooled = { url: bouncer.urlOf(replica.urlOf(test.url)), name: 'pooler' };
      assert.ok(location.kind === 'postgres');
      const pooledLocation = { ...location, replicas: [pooled] };
      const node = await openSecondNode(one, pooledLocation);
      try {
        await waitUntil(() => /leads to a pooler/.test(stateOf(node).problem ?? ''), timeoutMs, 'it is detected');
        assert.equal(await readTitle(node), 'Start');
        assert.equal(stateOf(node).reads, 0);
        const [inspected] = await inspectReplicas(pooledLocation);
        assert.match(String(inspected?.problem), /leads to a pooler/);
      } finally {
        await close(node);
        await bouncer.remove();
      }
    }
  });

  it('do not use a server that is no replica of the database', async () => {
    const other = await startPostgresServer();
    const otherTest = await createTestDatabase(server.url);
    try {
      const urls = { primary: test.url, system: other.url, database: replica.urlOf(otherTest.url) };
      for (const [name, url] of Object.entries(urls)) {
        const node = await openSecondNode(one, { ...location, replicas: [{ url, name }] } as DatabaseLocation);
        const expected = name === 'database' ? /does not replicate this database/ : /not a replica/;
        await waitUntil(() => expected.test(stateOf(node).problem ?? ''), timeoutMs, name);
        assert.equal(await readTitle(node), 'Start');
        assert.equal(stateOf(node).reads, 0);
        await close(node);
      }
    } finally {
      await otherTest.drop();
      await other.remove();
    }
  });

  /** Reads while a condition holds. Returns those numbers whose exclusion has returned another title than `Start`. */
  async function readWhile(condition: () => boolean, node: TestNode): Promise<number[]> {
    const others: number[] = [];
    const began = performance.now();
    while (condition()) {
      assert.ok(performance.now() < began + timeoutMs, 'the condition remains');
      excluded += 1;
      const number = excluded;
      if ((await readTitle(node, number)) !== 'Start') others.push(number);
    }
    return others;
  }

  /** Promotes a replica, and unpublishes the entry on it at once: the title could be that of a cached record. */
  async function promoteAndUnpublish(promoted: ReplicaServer): Promise<void> {
    const client = await openPostgres(promoted.urlOf(test.url));
    await client.query('select pg_promote()');
    await client.query(`update entries set status = 'draft' where id = ${id}`);
    await client.close();
  }

  it('do not use a replica after its promotion', async () => {
    const promoted = await startReplica(server.url);
    // A replica of the replica, which remains one after the promotion, but of another server.
    const second = await startReplica(promoted.urlOf(server.url));
    const openWith = (of: ReplicaServer, primary: string) => {
      const replicas = [{ url: of.urlOf(test.url), name: 'replica' }];
      return openSecondNode(one, { kind: 'postgres', url: primary, replicas });
    };
    const [node, other] = [await openWith(promoted, test.url), await openWith(second, test.url)];
    let successor: TestNode | undefined;
    try {
      for (const each of [node, other]) await waitForUse(each);
      const reading = readWhile(() => !/promoted/.test(stateOf(node).problem ?? ''), node);
      const otherReading = readWhile(() => !/timeline/.test(stateOf(other).problem ?? ''), other);
      await promoteAndUnpublish(promoted);
      // The promoted server responds, but its responses are rejected even before a check notices the promotion.
      assert.deepEqual(await reading, []);
      // Batches do not notice that the replica follows another server. When a check does, what has been cached is dropped.
      for (const number of await otherReading) assert.equal(await readTitle(other, number), 'Start');
      await writeTitle('After the promotion');
      await pause(maxStaleMs);
      assert.equal(await readTitle(node), 'After the promotion');
      // It is a replica of the promoted server.
      successor = await openWith(second, promoted.urlOf(test.url));
      await waitForUse(successor);
      assert.equal(await readTitle(successor), undefined);
    } finally {
      for (const each of [successor, other, node]) if (each) await close(each);
      for (const each of [second, promoted]) await each.remove();
    }
  });
});
