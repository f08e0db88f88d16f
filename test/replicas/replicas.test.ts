// Tests nodes whose anonymous reads use a streaming replica (docs/decisions/0034-replicas.md).
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type ReplicaChange, subscribeToDiagnostics } from '../../server/database/diagnostics.ts';
import type { ReplicaStatistics } from '../../server/database/handle.ts';
import type { DatabaseLocation } from '../../server/database/open.ts';
import { type Slots, statement } from '../../server/database/statement.ts';
import { createTestDatabase, type PostgresServer, startPostgresServer } from '../faults/postgres-server.ts';
import { waitUntil } from '../faults/service-process.ts';
import { skipReason as poolerSkipReason, startPgBouncer } from '../pooler/pgbouncer.ts';
import { close, openNode, openSecondNode, type TestNode } from '../test-node.ts';
import { type ReplicaServer, skipReason, startReplica } from './replica-server.ts';

const setTitle = statement((q, p: Slots<{ id: number; title: string }>) =>
  q.updateTable('entries').set({ title: p.title, title_rendered: p.title }).where('id', '=', p.id),
);

/** Maximum age of a stale response, in milliseconds. */
const maxStaleMs = 100;

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
  const isInUse = (node: TestNode) => stateOf(node).problem === undefined;

  /** Whether a replica has replayed everything that the primary has written until now. */
  async function hasReplayed(of: ReplicaServer): Promise<boolean> {
    const [row] = await of.query(`select pg_last_wal_replay_lsn() >= '${await positionOfPrimary()}' as "isDone"`);
    return row?.isDone === true;
  }

  async function positionOfPrimary(): Promise<string> {
    const { openPostgres } = await import('../faults/consistency.ts');
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

  /** Waits until anonymous reads of a node use the replica. */
  let excluded = 1_000_000;
  const waitForUse = (node: TestNode) =>
    waitUntil(
      async () => {
        const before = stateOf(node);
        excluded += 1;
        await readTitle(node, excluded);
        const { reads, repeated } = stateOf(node);
        return reads - repeated > before.reads - before.repeated;
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
      await waitUntil(() => isInUse(node) && isInUse(other), timeoutMs, 'the replicas are in use');
      await waitForUse(node);
      await promoted.query('select pg_promote()');
      // The checks have not noticed the promotion, and batches reject it.
      const { reads, repeated } = stateOf(node);
      assert.equal(await readTitle(node, 1), 'Start');
      assert.equal(stateOf(node).reads - reads, stateOf(node).repeated - repeated);
      await waitUntil(() => /promoted/.test(stateOf(node).problem ?? ''), timeoutMs, 'the replica is out of use');
      await waitUntil(() => /timeline/.test(stateOf(other).problem ?? ''), timeoutMs, 'its replica is out of use');
      await writeTitle('After the promotion');
      await pause(maxStaleMs);
      assert.equal(await readTitle(node), 'After the promotion');
      // It is a replica of the promoted server.
      successor = await openWith(second, promoted.urlOf(test.url));
      await waitForUse(successor);
      assert.equal(await readTitle(successor), 'Start');
    } finally {
      for (const each of [successor, other, node]) if (each) await close(each);
      for (const each of [second, promoted]) await each.remove();
    }
  });
});
