// Tests that slow searches do not delay other requests, are limited, and end when their clients disconnect
// (docs/decisions/0012-long-reads.md).
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Slots, statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { close, openNode, type TestNode } from './test-node.ts';

/**
 * A text that is slow to search because of long runs of one letter. It is longer than the texts that the service indexes
 * now, as texts that were stored by older versions can be.
 */
const slowText = `${`${'a'.repeat(400)}b`.repeat(10_000)}${'a'.repeat(40)}c`;

/**
 * Returns a search that compares several words with the whole text of every post: the text contains all words but the last at its end. `n`
 * can be up to 100, because longer searches are cut off.
 */
const slowWords = (n: number) => [10, 11, 12, 13, 50 + n].map((length) => `${'a'.repeat(length)}c`).join(' ');

/** Number of generated searches. It makes any fifty successive searches different. */
let searches = 0;
const slowSearch = () => `/cms/v2/posts?search=${encodeURIComponent(slowWords(searches++ % 50))}`;

const store = statement((q, p: Slots<{ id: number; text: string }>) =>
  q.updateTable('entry_text').set({ content: p.text }).where('entry_id', '=', p.id),
);

describeEachEngine('a slow search', (engine) => {
  let node: TestNode;
  const readStatistics = () => node.database.statistics().scans;
  const waitUntil = async (condition: () => boolean) => {
    for (let attempts = 0; !condition(); attempts += 1) {
      assert.ok(attempts < 12_000, 'the condition is met in time');
      await pause(5);
    }
  };
  /** Sends a request again while it is rejected with 503, because the machine is busy with other tests. */
  const getWhenFree = async (path: string): Promise<Response> => {
    let response = await node.get(path);
    for (let attempts = 0; response.status === 503 && attempts < 50; attempts += 1) response = await node.get(path);
    return response;
  };
  const waitUntilIdle = () => waitUntil(() => readStatistics().running === 0);

  before(async () => {
    node = await openNode(await engine.location());
    for (let n = 0; n < 30; n += 1) {
      const { id } = await node.site.create('/cms/v2/posts', { title: `post ${n}`, content: 'x', status: 'publish' });
      await node.database.transaction((tx) => tx.run(store, { id, text: slowText }));
    }
  });
  after(async () => {
    await close(node);
    assert.deepEqual(node.site.errors, []);
  });

  it('does not delay other reads', async () => {
    const order: string[] = [];
    const long = node.get(slowSearch()).then(() => order.push('long'));
    await waitUntil(() => readStatistics().running === 1);
    for (let n = 0; n < 3; n += 1) await (await node.get(`/cms/v2/posts/1?n=${n}`)).text();
    await (await node.get('/cms/v2/posts')).text();
    order.push('short');
    await long;
    assert.deepEqual(order, ['short', 'long']);
  });

  it('is rejected with the name of its parameter, and immediately if it is repeated', async () => {
    const search = slowSearch();
    const response = await getWhenFree(search);
    const { code, data, message } = (await response.json()) as {
      code: string;
      message: string;
      data: { params: Record<string, string> };
    };
    assert.deepEqual([response.status, code, Object.keys(data.params)], [400, 'rest_search_too_broad', ['search']]);
    assert.match(message, /^Invalid parameter: search\./);
    // Nothing is cached while the machine is too busy to read changes in time.
    for (let attempts = 1; ; attempts += 1) {
      const { total } = readStatistics();
      const again = await node.get(search);
      if (again.status === 400 && readStatistics().total === total) break;
      assert.ok(attempts < 50, `the repeated search was executed, with status ${again.status}`);
    }
    assert.equal((await getWhenFree('/cms/v2/posts?search=post')).status, 200);
  });

  it('ends when all its clients have disconnected', async () => {
    const { port } = node.app.server.address() as AddressInfo;
    const sendRequest = (search: string) => {
      const requests = request({ port, path: `/rest${search}`, agent: false }).on('error', () => {});
      requests.end();
      return requests;
    };
    /** Starts a search for two clients, and disconnects one after the other. Returns the search, and whether it ran until then. */
    const disconnectBoth = async () => {
      await waitUntilIdle();
      const search = slowSearch();
      const { total } = readStatistics();
      const { misses } = node.cache.statistics();
      const requests = [sendRequest(search), sendRequest(search)];
      await waitUntil(() => readStatistics().total > total && node.cache.statistics().misses === misses + 2);
      requests[0]?.destroy();
      await pause(20);
      const isRunning = readStatistics().running === 1;
      requests[1]?.destroy();
      await waitUntilIdle();
      return { search, isRunning, started: readStatistics().total - total };
    };
    let outcome = await disconnectBoth();
    // On a busy machine, the search may use up its CPU time before its clients disconnect.
    for (let attempts = 1; !outcome.isRunning || outcome.started !== 1; attempts += 1) {
      assert.ok(attempts < 20, `running for the second client: ${outcome.isRunning}, searches: ${outcome.started}`);
      outcome = await disconnectBoth();
    }
    // An aborted search is not recorded as too expensive.
    const { total } = readStatistics();
    const third = sendRequest(outcome.search);
    await waitUntil(() => readStatistics().total === total + 1);
    third.destroy();
    await waitUntilIdle();
    assert.deepEqual(node.site.errors, []);
  });

  it('is rejected temporarily when the queue is full', async () => {
    const { port } = node.app.server.address() as AddressInfo;
    const requests = Array.from({ length: 40 }, () => slowSearch()).map((path, n) =>
      // Each search is different, because equal searches are shared.
      request({ port, path: `/rest${path}&exclude=${n + 1000}`, agent: false }).on('error', () => {}),
    );
    const responses = requests.map((each) => {
      each.end();
      return new Promise<[number | undefined, string | undefined]>((done) =>
        each
          .on('response', (response) => done([response.resume().statusCode, response.headers['retry-after']]))
          .on('close', () => done([undefined, undefined])),
      );
    });
    await waitUntil(() => readStatistics().rejected > 0);
    const [status, retryAfter] = (await Promise.race(
      responses.map(async (response) => {
        const got = await response;
        return got[0] === 503 ? got : new Promise<never>(() => {});
      }),
    )) as [number, string];
    assert.deepEqual([status, retryAfter], [503, '2']);
    for (const each of requests) each.destroy();
    await waitUntilIdle();
    assert.equal(readStatistics().queued, 0);
  });

  it('in a dynamic block is rendered as an empty list', async () => {
    await waitUntilIdle();
    const search = slowWords(50);
    const content = `<!-- wp:query {"query":{"postType":"post","search":"${search}"}} --><div><!-- wp:post-template --><p>found</p><!-- /wp:post-template --></div><!-- /wp:query -->`;
    const create = () =>
      node.site.request('administrator', 'POST', '/cms/v2/pages', { title: 'list', content, status: 'publish' });
    let created = await create();
    // If the machine is busy with other tests, the search can be rejected with 503.
    for (let attempts = 0; created.status === 503 && attempts < 50; attempts += 1) created = await create();
    assert.equal(created.status, 201);
    const { id } = created.body;
    const response = await getWhenFree(`/cms/v2/pages/${id}`);
    assert.equal(response.status, 200);
    const page = (await response.json()) as { content: { rendered: string } };
    assert.doesNotMatch(page.content.rendered, /found/);
  });
});
