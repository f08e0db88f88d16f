// Tests that the response cache never serves stale responses (docs/architecture.md, Caching). After the response to a write,
// reads from the same node include the write; reads from other nodes include it within 100 ms. A node that cannot read the
// log of changes does not use its cache (test/delayed-changes.test.ts).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import type { DatabaseLocation } from '../server/database/open.ts';
import { describeEachEngine } from './engines.ts';
import { close, openNode, openSecondNode, type TestNode } from './test-node.ts';

const titles = async (response: Response) =>
  ((await response.json()) as { title: { rendered: string } }[]).map((post) => post.title.rendered);

describe('a cached response', () => {
  let node: TestNode;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));

  const isHit = async (path: string, headers?: Record<string, string>) => {
    const { hits } = node.cache.statistics();
    await (await node.get(path, headers)).arrayBuffer();
    return node.cache.statistics().hits > hits;
  };

  it('is served unchanged, and as 304 to clients that have it', async () => {
    const first = await node.get('/cms/v2/posts');
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"[\w-]{20,}"$/);
    assert.ok(await isHit('/cms/v2/posts'));
    const second = await node.get('/cms/v2/posts');
    assert.deepEqual(await second.json(), await first.json());
    for (const etagHeader of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const notModified = await node.get('/cms/v2/posts', { 'if-none-match': etagHeader });
      assert.equal(notModified.status, 304, etagHeader);
      assert.equal(notModified.headers.get('etag'), etag);
      assert.equal(await notModified.text(), '');
    }
    assert.equal((await node.get('/cms/v2/posts', { 'if-none-match': '"other"' })).status, 200);
  });

  it('is invalidated by writes to its dependencies only', async () => {
    await node.get('/cms/v2/users');
    await node.get('/cms/v2/categories');
    await node.site.create('/cms/v2/tags', { name: `Tag ${Math.random()}` });
    assert.equal(await isHit('/cms/v2/categories'), false, 'terms have changed');
    assert.ok(await isHit('/cms/v2/users'), 'users and their posts have not changed');
  });

  it('is invalidated by comments on its own post, but not by comments on other posts', async () => {
    const post = await node.site.create('/cms/v2/posts', { title: 'Read', status: 'publish' });
    const other = await node.site.create('/cms/v2/posts', { title: 'Talked about', status: 'publish' });
    const unaffected = ['/cms/v2/posts', `/cms/v2/posts/${post.id}`, `/cms/v2/posts/${other.id}`, '/cms/v2/categories'];
    const affected = [`/cms/v2/comments?post=${other.id}`, `/cms/v2/posts/${other.id}?_embed`];
    for (const path of [...unaffected, ...affected]) await node.get(path);
    for (let n = 0; n < 50; n += 1) {
      const { id } = await node.site.create('/cms/v2/comments', { post: other.id, content: `Talk ${n}` });
      for (const path of unaffected) assert.ok(await isHit(path), `${path} after ${n} comments`);
      for (const path of affected) {
        const response = await node.get(path);
        assert.match(await response.text(), new RegExp(`"id":${id}[,}]`), path);
      }
    }
  });

  it('includes each of many successive writes in the next read', async () => {
    for (let n = 0; n < 50; n += 1) {
      const title = `Write ${n}`;
      await Promise.all([
        node.get('/cms/v2/posts'),
        node.site.create('/cms/v2/posts', { title, status: 'publish' }),
        node.get('/cms/v2/posts'),
      ]);
      assert.equal((await titles(await node.get('/cms/v2/posts?orderby=id')))[0], title);
    }
  });

  it('is never an authenticated response, a response to an overridden method, or an error', async () => {
    const basic = { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' };
    for (const [path, headers] of [
      ['/cms/v2/posts?one', basic],
      ['/cms/v2/posts?two', { cookie: 'a=b' }],
      ['/cms/v2/posts?_method=OPTIONS', {}],
      ['/cms/v2/posts?three', { 'x-http-method-override': 'OPTIONS' }],
      ['/cms/v2/posts/999999', {}],
      ['/cms/v2/nothing', {}],
    ] as const) {
      assert.equal(await isHit(path, headers), false, path);
      assert.equal(await isHit(path, headers), false, path);
    }
  });

  it('has the CORS headers for the origin of each request, and a Vary header', async () => {
    await node.get('/cms/v2/tags');
    const allowed = async (origin?: string) => (await node.get('/cms/v2/tags', origin ? { origin } : {})).headers;
    assert.equal((await allowed()).get('access-control-allow-origin'), null);
    assert.equal((await allowed('https://any.test')).get('access-control-allow-origin'), '*');
    assert.equal((await allowed('https://any.test')).get('access-control-allow-credentials'), null);
    assert.equal((await allowed('https://listed.test')).get('access-control-allow-credentials'), 'true');
    assert.equal((await allowed('null')).get('access-control-allow-origin'), '*');
    assert.equal((await allowed()).get('vary'), 'Origin, Authorization, Cookie');
  });

  it('has a Vary header if caches may store it, while errors must not be stored', async () => {
    const errorResponse = await node.get('/cms/v2/nothing');
    assert.match(errorResponse.headers.get('cache-control') ?? '', /no-store/);
    assert.equal(errorResponse.headers.get('vary'), null);
    const elsewhere = await node.get('/cms/v2/nothing', { origin: 'https://any.test' });
    assert.equal(elsewhere.headers.get('vary'), 'Origin');
    const outside = await fetch(new URL('/nothing', errorResponse.url));
    assert.match(outside.headers.get('cache-control') ?? '', /no-store/);
    const overridden = await node.get('/cms/v2/posts', { 'x-http-method-override': 'OPTIONS' });
    assert.match(overridden.headers.get('cache-control') ?? '', /no-store/);
    const signedIn = await node.get('/cms/v2/posts', { authorization: node.site.authorizationOf('author') ?? '' });
    assert.match(signedIn.headers.get('cache-control') ?? '', /no-store/);
    assert.equal((await node.get('/cms/v2/posts')).headers.get('cache-control'), null);
  });

  it('does not exceed the maximum size of the cache', async () => {
    const small = await openNode({ kind: 'memory' }, { maxCacheBytes: 40_000 });
    for (let n = 0; n < 60; n += 1) await (await small.get(`/cms/v2/posts?per_page=${n + 1}`)).arrayBuffer();
    const { bytes, responses } = small.cache.statistics();
    assert.ok(bytes <= 40_000 && responses > 2, `${responses} responses, ${bytes} bytes`);
    await close(small);
  });
});

describeEachEngine('two nodes on one database', (engine) => {
  let one: TestNode;
  let two: TestNode;
  let location: DatabaseLocation;
  before(async () => {
    location = await engine.location();
    one = await openNode(location);
    two = await openSecondNode(one, location);
  });
  after(async () => {
    await close(two);
    await close(one);
  });

  it('return a write to one of them in reads: that node immediately, the other within 100 ms, even under load', async () => {
    let reading = true;
    const load = Promise.all(
      [one, two].map(async (node) => {
        while (reading) await (await node.get('/cms/v2/posts?orderby=id')).arrayBuffer();
      }),
    );
    for (let n = 0; n < 20; n += 1) {
      const title = `Through one ${n}`;
      await one.site.create('/cms/v2/posts', { title, status: 'publish' });
      assert.equal((await titles(await one.get('/cms/v2/posts?orderby=id')))[0], title);
      // A response may be old by the time that it is read, so the time of its request counts.
      const acknowledgedAt = performance.now();
      for (
        let requestedAt = acknowledgedAt;
        (await titles(await two.get('/cms/v2/posts?orderby=id')))[0] !== title;
        requestedAt = performance.now()
      ) {
        const staleMs = requestedAt - acknowledgedAt;
        assert.ok(staleMs < 100, `not visible after ${Math.round(staleMs)} ms`);
      }
    }
    reading = false;
    await load;
    assert.ok(two.cache.statistics().hits > 0, 'responses were cached in the meantime');
  });

  if (engine.name !== 'postgres') return;

  it('do not use their caches while the log of changes cannot be read, and use them again afterwards', async () => {
    const { default: pg } = await import('pg');
    assert.ok(location.kind === 'postgres');
    const client = new pg.Client({ connectionString: location.url });
    await client.connect();
    const terminateConnections = () =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'octavo changes' and datname = current_database()",
      );
    await terminateConnections();
    await waitUntil(() => two.database.changes.isOutdated);
    for (let n = 0; n < 5; n += 1) {
      const title = `Unheard ${n}`;
      await terminateConnections();
      await one.site.create('/cms/v2/posts', { title, status: 'publish' });
      assert.equal((await titles(await two.get('/cms/v2/posts?orderby=id')))[0], title);
    }
    await client.end();
    // On a busy machine, a poll may take so long that the log counts as not read for a moment.
    await waitUntil(async () => {
      const { hits } = two.cache.statistics();
      await (await two.get('/cms/v2/pages')).arrayBuffer();
      return two.cache.statistics().hits > hits;
    });
  });

  async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (let n = 0; n < 3000; n += 1) {
      if (await condition()) return;
      await later(10);
    }
    assert.fail('The condition was not met.');
  }
});
