// Tests that long texts and texts that are expensive to process are either stored unchanged or rejected, and are never
// processed in the process that serves requests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { refreshRenderings } from '../server/cms-v2/entries/refresh-renderings.ts';
import type { Database } from '../server/database/handle.ts';
import { type Slots, statement } from '../server/database/statement.ts';
import { makeRequest } from '../server/http/request.ts';
import { RENDERER_VERSION } from '../server/rendering/render.ts';
import { runTask } from '../server/rendering/work/tasks.ts';
import { describeEachEngine } from './engines.ts';
import { type Caller, openTestSite, type TestResponse, type TestSite } from './site.ts';

const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->\n\n`;
const prose = (length: number) => 'Lorem ipsum, dolor sit amet. '.repeat(Math.ceil(length / 29)).slice(0, length);
/** Returns paragraph blocks of about this length in total, as block editors write them. */
const blocks = (length: number) =>
  block(prose(150))
    .repeat(Math.floor(length / 204))
    .trimEnd();
const maxTextBytes = 1024 * 1024;

/** Texts that are disproportionately expensive for their length. */
const expensive = {
  'links and paragraphs never closed': '<a><p>'.repeat(100_000),
  'formatting never closed': '<b><i><em>'.repeat(60_000),
  'nested lists': '<ul><li>'.repeat(60_000),
  shortcodes: '[gallery ids="1"]'.repeat(50_000),
  quotes: '"'.repeat(900_000),
};

const restore = statement((q, p: Slots<{ id: number; content: string; renderer: number }>) =>
  q
    .updateTable('entries')
    .set({ content: p.content, renderer: p.renderer, content_rendered: '<p>As it was.</p>\n' })
    .where('id', '=', p.id),
);
const replaceRevisions = statement((q, p: Slots<{ id: number; content: string }>) =>
  q.updateTable('revisions').set({ content: p.content }).where('entry_id', '=', p.id),
);
const rendererOf = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('entries').select(['renderer', 'content_rendered']).where('id', '=', p.id),
);

const paramsOf = ({ status, body }: TestResponse): unknown[] => [
  status,
  body.code,
  Object.keys(body.data?.params ?? {}),
];

describeEachEngine('long texts', (engine) => {
  let database: Database;
  let site: TestSite;
  before(async () => {
    database = await engine.open();
    site = await openTestSite({ database });
  });
  after(async () => {
    await site.service.close();
    assert.deepEqual(site.errors, []);
  });

  const workerCount = () => site.service.entries.texts.statistics?.workers ?? 0;
  const total = async () =>
    (await site.request('administrator', 'GET', '/cms/v2/posts?status=any&per_page=1')).headers['X-CMS-Total'];

  for (const caller of ['contributor', 'author', 'editor'] as const)
    it(`are stored unchanged and rendered like short texts: ${caller}`, async () => {
      const content = blocks(maxTextBytes);
      const made = await site.create('/cms/v2/posts', { title: 'Long', content, excerpt: 'x' }, caller);
      assert.equal(made.content.raw, content);
      assert.equal(made.content.rendered, runTask('render', { title: '', content, excerpt: '' }).content_rendered);
      assert.ok(workerCount() > 0, 'the text was rendered by a worker process');
      const path = `/cms/v2/posts/${made.id}`;
      const other = `${content}<p>More.</p>`.slice(-maxTextBytes);
      const changed = await site.request(caller, 'POST', path, { content: other });
      assert.deepEqual([changed.status, changed.body.content.raw], [200, other]);
      const retained = await site.request(caller, 'POST', path, { title: 'Longer' });
      assert.deepEqual([retained.status, retained.body.content.raw, retained.body.title.raw], [200, other, 'Longer']);
    });

  it('are rejected with the name of the parameter if they exceed the limit in bytes', async () => {
    const totalBefore = await total();
    const tooLong = 'é'.repeat(maxTextBytes / 2 + 1);
    const rejected: [Caller, string, object, string][] = [
      ['contributor', '/cms/v2/posts', { title: 'x', content: tooLong }, 'content'],
      ['contributor', '/cms/v2/posts', { title: 'x', content: { raw: tooLong } }, 'content'],
      ['administrator', '/cms/v2/posts', { title: tooLong }, 'title'],
      ['administrator', '/cms/v2/posts', { title: 'x', excerpt: tooLong }, 'excerpt'],
      ['administrator', '/cms/v2/posts', { title: 'x', meta: { footnotes: tooLong } }, 'meta'],
      ['administrator', '/cms/v2/templates', { slug: 'x', content: tooLong }, 'content'],
      ['administrator', '/cms/v2/categories', { name: 'x', description: tooLong }, 'description'],
      ['subscriber', '/cms/v2/users/me', { description: tooLong }, 'description'],
      ['subscriber', '/cms/v2/users/me', { first_name: prose(20_001) }, 'first_name'],
      ['subscriber', '/cms/v2/users/me/application-passwords', { name: '<'.repeat(20_001) }, 'name'],
    ];
    for (const [caller, path, json, name] of rejected) {
      const response = await site.request(caller, 'POST', path, json);
      assert.deepEqual(paramsOf(response), [400, 'rest_invalid_param', [name]], `${path} ${name}`);
      assert.equal(response.body.data.details[name].code, 'rest_too_long');
    }
    assert.equal(await total(), totalBefore);
    const fits = await site.request('contributor', 'POST', '/cms/v2/posts', { title: 'x', content: tooLong.slice(1) });
    assert.deepEqual([fits.status, fits.body.content.raw], [201, tooLong.slice(1)]);
  });

  for (const [name, content] of Object.entries(expensive))
    it(`that are too expensive are rejected with the name of the parameter, and change nothing: ${name}`, async () => {
      for (const caller of ['contributor', 'administrator'] as const) {
        const { id } = await site.create('/cms/v2/posts', { title: 'Short', content: 'short' }, caller);
        const path = `/cms/v2/posts/${id}`;
        const totalBefore = await total();
        const rejected = [
          await site.request(caller, 'POST', '/cms/v2/posts', { title: 'x', content }),
          await site.request(caller, 'POST', path, { title: 'Other', content }),
          await site.request(caller, 'POST', `${path}/autosaves`, { title: 'Other', content }),
        ];
        for (const response of rejected) {
          assert.deepEqual(paramsOf(response), [400, 'rest_invalid_param', ['content']]);
          assert.equal(response.body.data.details.content.code, 'rest_text_too_expensive');
        }
        assert.equal(await total(), totalBefore);
        const { body } = await site.request(caller, 'GET', `${path}?context=edit`);
        assert.deepEqual([body.title.raw, body.content.raw], ['Short', 'short']);
      }
    });

  it('of templates, menu items, terms and users are rejected with the names of their parameters', async () => {
    const content = expensive['links and paragraphs never closed'];
    const rejected: [string, object, string][] = [
      ['/cms/v2/templates', { slug: 'long', content }, 'content'],
      ['/cms/v2/templates', { slug: 'long', content: 'x', description: content }, 'description'],
      ['/cms/v2/categories', { name: 'Long', description: content }, 'description'],
      ['/cms/v2/menus', { name: 'Long', description: content }, 'description'],
      ['/cms/v2/users/me', { description: content }, 'description'],
    ];
    for (const [path, json, name] of rejected)
      assert.deepEqual(
        paramsOf(await site.request('administrator', 'POST', path, json)),
        [400, 'rest_invalid_param', [name]],
        `${path} ${name}`,
      );
    const comment = { post: 1, content: '<a>'.repeat(20_000) };
    const made = await site.request('subscriber', 'POST', '/cms/v2/comments', comment);
    assert.deepEqual([made.status, made.body.code], [400, 'comment_content_column_length']);
    const description = '<b>x</b>'.repeat(10_000);
    assert.equal((await site.request('subscriber', 'POST', '/cms/v2/users/me', { description })).status, 200);
  });

  it('in autosaves are stored unchanged, and presented', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'x', content: 'short', status: 'publish' }, 'author');
    const content = blocks(maxTextBytes);
    const saved = await site.request('author', 'POST', `/cms/v2/posts/${id}/autosaves`, { content });
    assert.deepEqual([saved.status, saved.body.content.raw], [200, content]);
    const { content_rendered } = runTask('render', { title: '', content, excerpt: '' });
    assert.equal(saved.body.content.rendered, content_rendered);
    const same = await site.request('author', 'POST', `/cms/v2/posts/${id}/autosaves`, { content });
    assert.deepEqual([same.status, same.body.id], [200, saved.body.id]);
  });

  it('of one request have a limit for their total length if the user is filtered', async () => {
    const content = blocks(900_000);
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.push((await site.create('/cms/v2/posts', { title: `${n}`, content }, 'contributor')).id);
    const requests = ids.map((id) => ({ path: `/cms/v2/posts/${id}`, body: { title: 'Changed' } }));
    const statuses = async (caller: Caller) =>
      (await site.request(caller, 'POST', '/batch/v1', { requests })).body.responses.map(
        (each: { status: number }) => each.status,
      );
    assert.deepEqual(await statuses('contributor'), [200, 400, 400]);
    assert.deepEqual(await statuses('editor'), [200, 200, 200]);
    const tooLong = { path: '/cms/v2/posts', body: { title: 'x', content: prose(maxTextBytes + 1) } };
    const short = { path: '/cms/v2/posts', body: { title: 'Beside a long one' } };
    const { status, body } = await site.request('editor', 'POST', '/batch/v1', { requests: [tooLong, short] });
    assert.deepEqual([status, body.responses.map((each: { status: number }) => each.status)], [207, [400, 201]]);
  });

  it('of a list of revisions have a limit for their total length if they are rendered', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'x', content: 'x' }, 'contributor');
    const path = `/cms/v2/posts/${id}`;
    for (let n = 0; n < 4; n += 1)
      await site.request('contributor', 'POST', path, { content: `${n}${blocks(900_000)}` });
    const list = `${path}/revisions?context=edit`;
    const rejected = await site.request('contributor', 'GET', list);
    assert.deepEqual(paramsOf(rejected), [400, 'rest_too_much_text', ['per_page']]);
    assert.equal((await site.request('contributor', 'GET', `${list}&per_page=1`)).status, 200);
    assert.equal((await site.request('contributor', 'GET', `${list}&_fields=id,content.raw,title.raw`)).status, 200);
    assert.equal((await site.request('administrator', 'GET', list)).status, 200);
  });

  it('that were stored before the limit existed remain readable', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'Old', content: 'first', status: 'publish' });
    const path = `/cms/v2/posts/${id}`;
    await site.request('administrator', 'POST', path, { content: 'second' });
    const content = '<b>&'.repeat(1_000_000);
    const renderer = RENDERER_VERSION - 1;
    await database.transaction(async (tx) => {
      await tx.run(restore, { id, content, renderer });
      await tx.run(replaceRevisions, { id, content });
    });
    for (const query of ['', '?context=edit', '?excerpt_length=100000']) {
      const { status, body } = await site.request('administrator', 'GET', path + query);
      assert.deepEqual([status, body.content.rendered], [200, '<p>As it was.</p>\n'], query);
    }
    assert.equal((await site.request('anonymous', 'GET', '/cms/v2/posts?per_page=50')).status, 200);
    assert.equal((await site.request('anonymous', 'GET', '/cms/v2/search?search=Old')).status, 200);
    const revisions = await site.request('administrator', 'GET', `${path}/revisions`);
    assert.equal(revisions.status, 200);
    assert.match(revisions.body[0].content.rendered, /^<pre>&lt;b&gt;&amp;&lt;b&gt;/);
    const fail = (error: unknown) => assert.fail(String(error));
    await refreshRenderings(database, site.service.entries.texts, fail, 0).done;
    const row = await database.read.first(rendererOf, { id });
    assert.deepEqual(row, { renderer: RENDERER_VERSION, content_rendered: '<p>As it was.</p>\n' });
  });

  it('are rendered again by a worker process if they were rendered by an older version', async () => {
    const content = blocks(900_000);
    const { id } = await site.create('/cms/v2/posts', { title: 'Stale', content, status: 'publish' });
    await database.transaction((tx) => tx.run(restore, { id, content, renderer: RENDERER_VERSION - 1 }));
    const { body } = await site.request('anonymous', 'GET', `/cms/v2/posts/${id}`);
    assert.equal(body.content.rendered, runTask('render', { title: '', content, excerpt: '' }).content_rendered);
    const longExcerpt = await site.request('anonymous', 'GET', `/cms/v2/posts/${id}?excerpt_length=60000`);
    assert.equal(longExcerpt.body.excerpt.rendered, runTask('excerpt', { content, excerpt: '', words: 60_000 }));
  });

  it('are rejected with 503 while the queue is full, and accepted texts are stored', async () => {
    const content = blocks(400_000);
    const totalBefore = Number(await total());
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        site.request('contributor', 'POST', '/cms/v2/posts', { title: `At once ${n}`, content }),
      ),
    );
    const busy = responses.filter(({ status }) => status === 503);
    for (const { body, headers } of busy)
      assert.deepEqual([body.code, Number(headers['Retry-After']) > 0], ['rest_workers_busy', true]);
    const made = responses.filter(({ status }) => status === 201);
    assert.ok(busy.length > 0 && made.length > 0, `${busy.length} and ${made.length}`);
    assert.equal(busy.length + made.length, responses.length);
    assert.equal(Number(await total()), totalBefore + made.length);
  });

  it('of clients that have disconnected are not stored', async () => {
    const totalBefore = await total();
    const disconnect = new AbortController();
    const request = makeRequest('POST', '/cms/v2/posts', {
      headers: { authorization: site.authorizationOf('contributor') ?? '' },
      json: { title: 'Gone', content: blocks(900_000) },
      signal: disconnect.signal,
    });
    const response = site.service.dispatch(request);
    setTimeout(() => disconnect.abort(new Error('the connection was closed')), 20);
    await response;
    assert.equal(await total(), totalBefore);
    // It takes some time until the worker process has stopped.
    for (let n = 0; n < 6000 && (site.service.entries.texts.statistics?.running ?? 0) > 0; n += 1) await pause(10);
    assert.equal(site.service.entries.texts.statistics?.running ?? 0, 0);
    site.errors.length = 0;
  });
});

describe('the maximum length of texts', () => {
  it('can be configured, together with their maximum cost', async () => {
    const site = await openTestSite({ maxTextBytes: 3 * maxTextBytes });
    const content = prose(3 * maxTextBytes);
    const made = await site.request('contributor', 'POST', '/cms/v2/posts', { title: 'x', content });
    assert.deepEqual([made.status, made.body.content.raw], [201, content]);
    const longer = await site.request('contributor', 'POST', '/cms/v2/posts', { title: 'x', content: `${content}x` });
    assert.deepEqual(paramsOf(longer), [400, 'rest_invalid_param', ['content']]);
    await site.service.close();
  });
});
