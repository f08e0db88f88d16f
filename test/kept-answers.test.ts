// Answers kept in memory are never stale (architecture.md §5): whoever has received the answer to a write sees it in every
// later read through the same node, other nodes follow within 100 ms, a node that cannot know answers anew.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { pino } from 'pino';
import type { Database } from '../server/database/handle.ts';
import { type DatabaseLocation, openDatabase } from '../server/database/open.ts';
import { makeEdge } from '../server/edge/edge.ts';
import { KeptAnswers } from '../server/edge/kept-answers.ts';
import { mountsOf } from '../server/edge/mounts.ts';
import { emptyPages } from '../server/edge/pages-for-tests.ts';
import { noStore } from '../server/files/no-store.ts';
import { makeSite } from '../server/site.ts';
import { describeEachEngine } from './engines.ts';
import { close, type Node, openNode } from './node.ts';

const titles = async (answer: Response) =>
  ((await answer.json()) as { title: { rendered: string } }[]).map((post) => post.title.rendered);

describe('an answer kept in memory', () => {
  let node: Node;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));

  const isHit = async (path: string, headers?: Record<string, string>) => {
    const { hits } = node.answers.statistics();
    await (await node.get(path, headers)).arrayBuffer();
    return node.answers.statistics().hits > hits;
  };

  it('is sent again as it was, and not sent to who has it', async () => {
    const first = await node.get('/cms/v2/posts');
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"[\w-]{20,}"$/);
    assert.ok(await isHit('/cms/v2/posts'));
    const second = await node.get('/cms/v2/posts');
    assert.deepEqual(await second.json(), await first.json());
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const known = await node.get('/cms/v2/posts', { 'if-none-match': sent });
      assert.equal(known.status, 304, sent);
      assert.equal(known.headers.get('etag'), etag);
      assert.equal(await known.text(), '');
    }
    assert.equal((await node.get('/cms/v2/posts', { 'if-none-match': '"other"' })).status, 200);
  });

  it('is dropped by a write to what it was built from, and by no other', async () => {
    await node.get('/cms/v2/users');
    await node.get('/cms/v2/categories');
    await node.site.make('/cms/v2/tags', { name: `Tag ${Math.random()}` });
    assert.equal(await isHit('/cms/v2/categories'), false, 'terms have changed');
    assert.ok(await isHit('/cms/v2/users'), 'users and what they published have not');
  });

  it('outlives comments on other posts, and shows those on its own', async () => {
    const post = await node.site.make('/cms/v2/posts', { title: 'Read', status: 'publish' });
    const other = await node.site.make('/cms/v2/posts', { title: 'Talked about', status: 'publish' });
    const hot = ['/cms/v2/posts', `/cms/v2/posts/${post.id}`, `/cms/v2/posts/${other.id}`, '/cms/v2/categories'];
    const talk = [`/cms/v2/comments?post=${other.id}`, `/cms/v2/posts/${other.id}?_embed`];
    for (const path of [...hot, ...talk]) await node.get(path);
    for (let n = 0; n < 50; n += 1) {
      const { id } = await node.site.make('/cms/v2/comments', { post: other.id, content: `Talk ${n}` });
      for (const path of hot) assert.ok(await isHit(path), `${path} after ${n} comments`);
      for (const path of talk) {
        const answer = await node.get(path);
        assert.match(await answer.text(), new RegExp(`"id":${id}[,}]`), path);
      }
    }
  });

  it('shows every write in the next read, many times over', async () => {
    for (let n = 0; n < 50; n += 1) {
      const title = `Write ${n}`;
      await Promise.all([
        node.get('/cms/v2/posts'),
        node.site.make('/cms/v2/posts', { title, status: 'publish' }),
        node.get('/cms/v2/posts'),
      ]);
      assert.equal((await titles(await node.get('/cms/v2/posts?orderby=id')))[0], title);
    }
  });

  it('is never one that was made for somebody, or in disguise, or a refusal (check 50)', async () => {
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

  it('carries the headers that fit the origin of each reader, and varies by them', async () => {
    await node.get('/cms/v2/tags');
    const allowed = async (origin?: string) => (await node.get('/cms/v2/tags', origin ? { origin } : {})).headers;
    assert.equal((await allowed()).get('access-control-allow-origin'), null);
    assert.equal((await allowed('https://any.test')).get('access-control-allow-origin'), '*');
    assert.equal((await allowed('https://any.test')).get('access-control-allow-credentials'), null);
    assert.equal((await allowed('https://listed.test')).get('access-control-allow-credentials'), 'true');
    assert.equal((await allowed('null')).get('access-control-allow-origin'), '*');
    assert.equal((await allowed()).get('vary'), 'Origin, Authorization, Cookie');
  });

  it('varies where a cache may keep it; refusals to read are not to be kept (check 50)', async () => {
    const refused = await node.get('/cms/v2/nothing');
    assert.match(refused.headers.get('cache-control') ?? '', /no-store/);
    assert.equal(refused.headers.get('vary'), null);
    const elsewhere = await node.get('/cms/v2/nothing', { origin: 'https://any.test' });
    assert.equal(elsewhere.headers.get('vary'), 'Origin');
    const outside = await fetch(new URL('/nothing', refused.url));
    assert.match(outside.headers.get('cache-control') ?? '', /no-store/);
    const inDisguise = await node.get('/cms/v2/posts', { 'x-http-method-override': 'OPTIONS' });
    assert.match(inDisguise.headers.get('cache-control') ?? '', /no-store/);
    const signedIn = await node.get('/cms/v2/posts', { authorization: node.site.authorizationOf('author') ?? '' });
    assert.match(signedIn.headers.get('cache-control') ?? '', /no-store/);
    assert.equal((await node.get('/cms/v2/posts')).headers.get('cache-control'), null);
  });

  it('takes no more memory than it may', async () => {
    const small = await openNode({ kind: 'memory' }, { most: 40_000 });
    for (let n = 0; n < 60; n += 1) await (await small.get(`/cms/v2/posts?per_page=${n + 1}`)).arrayBuffer();
    const { bytes, answers } = small.answers.statistics();
    assert.ok(bytes <= 40_000 && answers > 2, `${answers} answers, ${bytes} bytes`);
    await close(small);
  });
});

describeEachEngine('two nodes on one database', (engine) => {
  if (engine.name === 'sqlite in memory') return;
  let one: Node;
  let two: Node;
  before(async () => {
    const place = await engine.place();
    one = await openNode(place);
    two = await openNodeAgain(place);
  });
  after(async () => {
    await close(two);
    await close(one);
  });

  /** A second node, which finds the people of the first one there. */
  async function openNodeAgain(place: DatabaseLocation): Promise<Node> {
    const database = await openDatabase(place);
    const { makeService } = await import('../server/service.ts');
    const service = await makeService({ database, site: makeSite('http://site.test') });
    const answers = new KeptAnswers(database.changes, () => database.lookForChanges(), 8 * 1024 * 1024);
    const app = makeEdge({
      answers,
      isReady: async () => true,
      logger: pino({ level: 'silent' }),
      origins: [],
      mounts: mountsOf(makeSite('http://site.test'), service.native, service.openCompatible()),
      files: noStore,
      pages: emptyPages,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    return {
      site: one.site,
      database,
      answers,
      app,
      get: (path, headers = {}) => fetch(`http://127.0.0.1:${port}/rest${path}`, { headers }),
      ask: (address, init) => fetch(`http://127.0.0.1:${port}${address}`, { redirect: 'manual', ...init }),
    };
  }

  it('see a write through one of them: that one at once, the other within 100 ms, under load', async () => {
    let reading = true;
    const load = Promise.all(
      [one, two].map(async (node) => {
        while (reading) await (await node.get('/cms/v2/posts?orderby=id')).arrayBuffer();
      }),
    );
    for (let n = 0; n < 20; n += 1) {
      const title = `Through one ${n}`;
      await one.site.make('/cms/v2/posts', { title, status: 'publish' });
      assert.equal((await titles(await one.get('/cms/v2/posts?orderby=id')))[0], title);
      const written = performance.now();
      while ((await titles(await two.get('/cms/v2/posts?orderby=id')))[0] !== title) {
        assert.ok(performance.now() - written < 100, `not seen after ${Math.round(performance.now() - written)} ms`);
      }
    }
    reading = false;
    await load;
    assert.ok(two.answers.statistics().hits > 0, 'answers were kept meanwhile');
  });

  if (engine.name !== 'postgres') return;

  it('answer anew as long as they cannot hear of each other, and keep answers again afterwards', async () => {
    const { default: pg } = await import('pg');
    const url = await addressOf(one.database);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const deafen = () =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'octavo news' and datname = current_database()",
      );
    await deafen();
    await untilHolds(() => two.database.changes.blind);
    for (let n = 0; n < 5; n += 1) {
      const title = `Unheard ${n}`;
      await deafen();
      await one.site.make('/cms/v2/posts', { title, status: 'publish' });
      assert.equal((await titles(await two.get('/cms/v2/posts?orderby=id')))[0], title);
    }
    await client.end();
    await untilHolds(() => !two.database.changes.blind);
    await (await two.get('/cms/v2/pages')).arrayBuffer();
    const { hits } = two.answers.statistics();
    await (await two.get('/cms/v2/pages')).arrayBuffer();
    assert.equal(two.answers.statistics().hits, hits + 1);
  });

  async function addressOf(database: Database): Promise<string> {
    const { sql } = await import('kysely');
    const { statement } = await import('../server/database/statement.ts');
    const named = statement(() => sql<{ name: string }>`select current_database()::text as name`);
    const place = new URL(process.env.OCTAVO_TEST_POSTGRES ?? '');
    place.pathname = `/${(await database.read.first(named, {}))?.name}`;
    return place.href;
  }

  async function untilHolds(fact: () => boolean): Promise<void> {
    for (let n = 0; n < 200 && !fact(); n += 1) await later(10);
    assert.ok(fact());
  }
});
