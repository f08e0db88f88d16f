// Tests two nodes on one PostgreSQL server whose changes arrive late (docs/decisions/0027-change-log-on-postgresql.md): no response is stale
// for more than 100 ms after another node has acknowledged a write.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Slots, statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { openPostgresProxy, type PostgresProxy } from './postgres-proxy.ts';
import { close, openNode, openSecondNode, type TestNode } from './test-node.ts';

/** Maximum age of a stale response, in milliseconds. */
const maxStaleMs = 100;

const updateTitle = statement((q, p: Slots<{ id: number; title: string }>) =>
  q.updateTable('entries').set({ title: p.title, title_rendered: p.title }).where('id', '=', p.id),
);

describeEachEngine('a node that learns of changes late', (engine) => {
  if (engine.name !== 'postgres') return;
  let proxy: PostgresProxy;
  let one: TestNode;
  let two: TestNode;
  let id: number;
  const path = '/cms/v2/posts?include=';

  before(async () => {
    const location = await engine.location();
    assert.ok(location.kind === 'postgres');
    // The log is read through the direct URL, if there is one.
    const { url, directUrl } = location;
    proxy = await openPostgresProxy(directUrl ?? url);
    one = await openNode(location);
    const urls = directUrl === undefined ? { url: proxy.url } : { directUrl: proxy.url };
    two = await openSecondNode(one, { ...location, ...urls });
    ({ id } = await one.site.create('/cms/v2/posts', { title: 'Start', status: 'publish' }));
  });
  beforeEach(() => {
    proxy.dropsNotifications = false;
  });
  after(async () => {
    await close(two);
    await close(one);
    await proxy.close();
  });

  async function readTitle(of = id): Promise<string | undefined> {
    const entries = (await (await two.get(`${path}${of}`)).json()) as { title: { rendered: string } }[];
    return entries[0]?.title.rendered;
  }

  /** Reads through the second node, without pauses, until `time`, as in performance.now(). Throws if a response is too old. */
  async function readUntil(time: number, isStale: (title: string | undefined, requestedAt: number) => boolean) {
    for (let requestedAt = performance.now(); requestedAt < time; requestedAt = performance.now()) {
      const title = await readTitle();
      assert.ok(!isStale(title, requestedAt), `${title} is too old`);
    }
  }

  /** Changes the title through the first node several times, and reads it through the second one meanwhile. */
  async function writeAndRead(prefix: string, count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const title = `${prefix} ${n}`;
      await one.site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { title });
      const writtenAt = performance.now();
      await readUntil(writtenAt + 1.5 * maxStaleMs, (read, at) => read !== title && at > writtenAt + maxStaleMs);
    }
  }

  const countHits = async (work: () => Promise<unknown>) => {
    const before = two.cache.statistics().hits;
    await work();
    return two.cache.statistics().hits - before;
  };

  it('reads them without notifications', async () => {
    proxy.dropsNotifications = true;
    assert.ok((await countHits(() => writeAndRead('Without notifications', 10))) > 0);
  });

  it('does not use its cache while a poll does not return', async () => {
    const release = proxy.hold();
    const heldAt = performance.now();
    await pause(maxStaleMs);
    const hits = await countHits(async () => {
      while (performance.now() < heldAt + 2000) await writeAndRead('While a poll hangs', 1);
    });
    release();
    assert.equal(hits, 0);
    await writeAndRead('Afterwards', 3);
    const deadline = performance.now() + 10_000;
    while ((await countHits(() => readTitle())) === 0)
      assert.ok(performance.now() < deadline, 'the cache is used again');
  });

  it('reads the changes of transactions that begin after an open one, and of that one when it ends', async () => {
    const other = await one.site.create('/cms/v2/posts', { title: 'Open', status: 'publish' });
    const begun = Promise.withResolvers<void>();
    let committedAt = Number.POSITIVE_INFINITY;
    const long = one.database.transaction(async (tx) => {
      await tx.run(updateTitle, { id: other.id, title: 'Committed late' });
      begun.resolve();
      await pause(5000);
    });
    void long.then(() => {
      committedAt = performance.now();
    });
    await begun.promise;
    const begunAt = performance.now();
    const hits = await countHits(async () => {
      while (performance.now() < begunAt + 4000) await writeAndRead('While a transaction is open', 1);
    });
    assert.ok(hits > 0);
    for (let requestedAt = 0; requestedAt < committedAt + 3 * maxStaleMs; ) {
      requestedAt = performance.now();
      const title = await readTitle(other.id);
      if (requestedAt > committedAt + maxStaleMs) assert.equal(title, 'Committed late');
    }
    await long;
  });
});
