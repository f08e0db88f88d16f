// Tests that the response cache never serves stale responses (docs/architecture.md, Caching). After the response to a write,
// reads from the same node include the write; reads from other nodes include it within 100 ms. A node that cannot receive
// notifications does not use its cache.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import type { Database } from '../server/database/handle.ts';
import { type DatabaseLocation, openDatabase } from '../server/database/open.ts';
import { makeEdge } from '../server/edge/edge.ts';
import { mountsOf } from '../server/edge/mounts.ts';
import { ResponseCache } from '../server/edge/response-cache.ts';
import { makeSite } from '../server/site.ts';
import { edgeDeps } from './edge.ts';
import { describeEachEngine } from './engines.ts';
import { close, openNode, type TestNode } from './test-node.ts';

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
  before(async () => {
    const location = await engine.location();
    one = await openNode(location);
    two = await openSecondNode(location);
  });
  after(async () => {
    await close(two);
    await close(one);
  });

  /** Opens a second node on the database of the first one. */
  async function openSecondNode(location: DatabaseLocation): Promise<TestNode> {
    const database = await openDatabase(location);
    const { makeService } = await import('../server/service.ts');
    const service = await makeService({ database, site: makeSite('http://site.test') });
    const cache = new ResponseCache(database.changes, () => database.pollChanges(), 8 * 1024 * 1024);
    const mounts = mountsOf(makeSite('http://site.test'), service.native, service.openCompatible());
    const app = makeEdge(edgeDeps(mounts, { api: { cache } }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    return {
      site: one.site,
      database,
      cache,
      app,
      get: (path, headers = {}) => fetch(`http://127.0.0.1:${port}/rest${path}`, { headers }),
      request: (address, init) => fetch(`http://127.0.0.1:${port}${address}`, { redirect: 'manual', ...init }),
    };
  }

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
      const written = performance.now();
      while ((await titles(await two.get('/cms/v2/posts?orderby=id')))[0] !== title) {
        assert.ok(performance.now() - written < 100, `not visible after ${Math.round(performance.now() - written)} ms`);
      }
    }
    reading = false;
    await load;
    assert.ok(two.cache.statistics().hits > 0, 'responses were cached in the meantime');
  });

  if (engine.name !== 'postgres') return;

  it('do not use their caches while notifications are interrupted, and use them again afterwards', async () => {
    const { default: pg } = await import('pg');
    const url = await urlOf(one.database);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const terminateNotifications = () =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'octavo changes' and datname = current_database()",
      );
    await terminateNotifications();
    await waitUntil(() => two.database.changes.isDisconnected);
    for (let n = 0; n < 5; n += 1) {
      const title = `Unheard ${n}`;
      await terminateNotifications();
      await one.site.create('/cms/v2/posts', { title, status: 'publish' });
      assert.equal((await titles(await two.get('/cms/v2/posts?orderby=id')))[0], title);
    }
    await client.end();
    await waitUntil(() => !two.database.changes.isDisconnected);
    await (await two.get('/cms/v2/pages')).arrayBuffer();
    const { hits } = two.cache.statistics();
    await (await two.get('/cms/v2/pages')).arrayBuffer();
    assert.equal(two.cache.statistics().hits, hits + 1);
  });

  async function urlOf(database: Database): Promise<string> {
    const { sql } = await import('kysely');
    const { statement } = await import('../server/database/statement.ts');
    const named = statement(() => sql<{ name: string }>`select current_database()::text as name`);
    const location = new URL(process.env.OCTAVO_TEST_POSTGRES ?? '');
    location.pathname = `/${(await database.read.first(named, {}))?.name}`;
    return location.href;
  }

  async function waitUntil(condition: () => boolean): Promise<void> {
    for (let n = 0; n < 200 && !condition(); n += 1) await later(10);
    assert.ok(condition());
  }
});
