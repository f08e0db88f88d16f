// Tests auto-drafts: who may start, read and save them, where they must not appear, their first save, their limit and their deletion.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { maxAutoDrafts } from '../contract/octavo-v1/auto-drafts.ts';
import { deleteExpiredAutoDrafts } from '../server/cms-v2/auto-drafts/delete-auto-drafts.ts';
import { eventsAfter, lastPosition } from '../server/events/store.ts';
import { describeEachEngine } from './engines.ts';
import { callers, type Row } from './permission-rows.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

const path = '/octavo/v1/auto-drafts';
const dayMs = 24 * 3600_000;

const config = {
  types: [
    {
      name: 'book',
      restBase: 'books',
      noun: { one: 'book', many: 'books' },
      rights: 'pages',
      hierarchical: true,
    },
  ],
};

describeEachEngine('auto-drafts', (engine) => {
  let site: TestSite;
  let time = Date.parse('2026-03-01T10:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => time, config });
  });

  const start = async (caller: Caller = 'author', type = 'post') => site.create(path, { type }, caller);
  const get = async (caller: Caller, url: string) => site.request(caller, 'GET', url);
  const statusesOf = (requestAs: (caller: Caller) => Promise<{ readonly status: number }>) =>
    Promise.all(callers.map(async (caller) => (await requestAs(caller)).status));

  const starting: Readonly<Record<string, Row>> = {
    post: [401, 403, 201, 201, 201, 201],
    page: [401, 403, 403, 403, 201, 201],
    book: [401, 403, 403, 403, 201, 201],
    cms_block: [401, 403, 403, 201, 201, 201],
    cms_navigation: [401, 403, 403, 403, 403, 201],
    // These types are not served by the common routes of entries.
    attachment: [400, 400, 400, 400, 400, 400],
    cms_template: [400, 400, 400, 400, 400, 400],
    revision: [400, 400, 400, 400, 400, 400],
  };
  for (const [type, row] of Object.entries(starting))
    it(`of the type ${type} are started by users who may create its entries`, async () => {
      const statuses = await statusesOf((caller) => site.request(caller, 'POST', path, { type }));
      assert.deepEqual(statuses, row);
    });

  it('are returned like their own route in the edit context, on both mounts', async () => {
    const made = await site.request('author', 'POST', path, { type: 'post' });
    const { body } = made;
    assert.deepEqual(
      [body.status, body.title.raw, body.content.raw, body.excerpt.raw, body.slug, body.author, body.template],
      ['auto-draft', '', '', '', '', site.ids.author, ''],
    );
    assert.deepEqual([body.categories, body.tags, body.comment_status], [[], [], 'open']);
    assert.equal(made.headers.Location, `http://site.test/rest/cms/v2/posts/${body.id}`);
    const item = await get('author', `/cms/v2/posts/${body.id}?context=edit`);
    assert.equal(item.status, 200);
    assert.deepEqual(item.body, body);
    assert.equal(item.state, made.state);
    assert.ok(made.state);
    const compatible = await site.requestCompatible('author', 'POST', path, { type: 'post' });
    const ownRoute = await site.requestCompatible('author', 'GET', `/wp/v2/posts/${compatible.body.id}?context=edit`);
    assert.deepEqual([compatible.status, compatible.body], [201, ownRoute.body]);
    const block = await site.requestCompatible('author', 'POST', path, { type: 'wp_block' });
    assert.deepEqual([block.status, block.body.type], [201, 'wp_block']);
    const narrowed = await site.request('author', 'POST', `${path}?_fields=id,status`, { type: 'post' });
    assert.deepEqual(Object.keys(narrowed.body).sort(), ['id', 'status']);
  });

  it('are read by their author and users who may edit the entries of others', async () => {
    const own = await start('contributor');
    const rows: Readonly<Record<string, Row>> = {
      [`/cms/v2/posts/${own.id}`]: [401, 403, 200, 403, 200, 200],
      [`/cms/v2/posts/${own.id}?context=edit`]: [401, 403, 200, 403, 200, 200],
      [`/cms/v2/posts/${own.id}?context=embed`]: [401, 403, 200, 403, 200, 200],
      [`/cms/v2/posts/${own.id}/autosaves`]: [401, 403, 200, 403, 200, 200],
    };
    for (const [url, row] of Object.entries(rows))
      assert.deepEqual(await statusesOf((each) => get(each, url)), row, url);
    const updates = await statusesOf((caller) =>
      site.request(caller, 'POST', `/cms/v2/posts/${own.id}`, { status: 'auto-draft', title: caller }),
    );
    assert.deepEqual(updates, [401, 403, 200, 403, 200, 200]);
    const pageRow: Row = [401, 403, 403, 403, 200, 200];
    const page = await start('administrator', 'page');
    assert.deepEqual(await statusesOf((each) => get(each, `/cms/v2/pages/${page.id}`)), pageRow);
  });

  it('appear in no list, search, total, page or preview', async () => {
    const own = await start('author');
    const page = await start('editor', 'page');
    const named = { status: 'auto-draft', title: 'Concealedword', slug: 'concealedword', content: 'concealedword' };
    for (const url of [`/cms/v2/posts/${own.id}`, `/cms/v2/pages/${page.id}`])
      assert.equal((await site.request('administrator', 'POST', url, named)).body.status, 'auto-draft');
    const filters = ['', 'status=any', 'status=auto-draft', 'status=any,trash,auto-draft', 'search=concealedword'];
    const lists = ['posts', 'pages'].flatMap((base) =>
      [...filters, `include=${own.id},${page.id}`, 'slug=concealedword', 'search=concealedword&status=any'].flatMap(
        (filter) => [`/cms/v2/${base}?${filter}`, `/cms/v2/${base}?context=edit&${filter}`],
      ),
    );
    const urls = [...lists, '/cms/v2/search?search=concealedword', `/cms/v2/search?include=${own.id},${page.id}`];
    for (const caller of ['author', 'administrator', 'anonymous'] as const)
      for (const url of urls) {
        const { status, body, headers } = await get(caller, url);
        if (status >= 400) continue;
        const ids = body.map(({ id }: { readonly id: number }) => id);
        assert.ok(!ids.includes(own.id) && !ids.includes(page.id), `${caller} ${url}`);
        if (body.length < 10) assert.equal(Number(headers['X-CMS-Total']), body.length, `${caller} ${url}`);
      }
    assert.deepEqual((await get('administrator', '/cms/v2/posts?status=auto-draft')).body, []);
    assert.equal((await get('administrator', '/cms/v2/posts?status=auto-draft')).headers['X-CMS-Total'], '0');
    assert.deepEqual(
      (await statusesOf((each) => get(each, '/cms/v2/statuses/auto-draft'))).slice(1),
      [403, 403, 403, 403, 403],
    );
    assert.ok(!('auto-draft' in (await get('administrator', '/cms/v2/statuses?context=edit')).body));
    for (const caller of callers) {
      const made = await site.request(caller, 'POST', '/octavo/v1/previews', { entry: own.id });
      assert.deepEqual([made.status, made.body.code], [404, 'rest_post_invalid_id'], caller);
    }
    const comment = { post: own.id, content: 'Text' };
    const commented = await site.request('author', 'POST', '/cms/v2/comments', comment);
    assert.deepEqual([commented.status, commented.body.code], [403, 'rest_comment_draft_post']);
    const child = await site.create('/cms/v2/pages', { title: 'Child', status: 'publish', parent: page.id });
    assert.ok(!(await get('anonymous', `/cms/v2/pages/${child.id}`)).body.link.includes('concealedword'));
    const embedded = (await get('anonymous', `/cms/v2/pages/${child.id}?_embed`)).body._embedded.up[0];
    assert.deepEqual([embedded.code, embedded.title], ['rest_forbidden', undefined]);
  });

  it('become drafts when they are saved without a status, with the default category and a revision', async () => {
    const { id } = await start('author');
    const url = `/cms/v2/posts/${id}`;
    const empty = await site.request('author', 'POST', url, {});
    assert.deepEqual([empty.status, empty.body.code], [400, 'empty_content']);
    assert.equal((await get('author', url)).body.status, 'auto-draft');
    const kept = await site.request('author', 'POST', url, { status: 'auto-draft', content: 'One' });
    assert.deepEqual([kept.body.status, kept.body.categories], ['auto-draft', []]);
    assert.equal(kept.body._links['version-history'][0].count, 0);
    time += 60_000;
    const { body: saved } = await site.request('author', 'POST', url, { title: 'Saved at last' });
    assert.deepEqual([saved.status, saved.slug, saved.generated_slug], ['draft', '', 'saved-at-last']);
    assert.deepEqual([saved.categories, saved.date], [[1], '2026-03-01T10:01:00']);
    assert.equal(saved._links['version-history'][0].count, 1);
    const again = await site.request('author', 'POST', url, { status: 'auto-draft' });
    assert.deepEqual([again.status, again.body.code], [400, 'rest_invalid_param']);
    assert.equal((await get('author', '/cms/v2/posts?status=draft')).body[0].id, id);
    const listed = await get('author', `/cms/v2/posts?status=draft&author=${site.ids.author}&per_page=1`);
    assert.equal(listed.headers['X-CMS-Total'], '1');
  });

  it('become drafts when their author autosaves a text; autosaves of others leave them as they are', async () => {
    const { id } = await start('author');
    const url = `/cms/v2/posts/${id}`;
    assert.equal(
      (await site.request('editor', 'POST', `${url}/autosaves`, { content: 'By another user' })).status,
      200,
    );
    assert.equal((await get('author', url)).body.status, 'auto-draft');
    const refused = await site.request('author', 'POST', `${url}/autosaves`, {});
    assert.deepEqual([refused.status, refused.body.code], [400, 'empty_content']);
    const autosave = await site.request('author', 'POST', `${url}/autosaves`, { content: 'Typed' });
    assert.deepEqual([autosave.status, autosave.body.parent], [200, 0]);
    const { body } = await get('author', `${url}?context=edit`);
    assert.deepEqual([body.status, body.content.raw, body.categories], ['draft', 'Typed', [1]]);
  });

  it('are published by an ordinary update, with slug, date, menu item and counters', async () => {
    const menu = await site.create('/cms/v2/menus', { name: 'Main', auto_add: true });
    const { id } = await start('editor', 'page');
    time += 60_000;
    const values = { title: 'First page', status: 'publish' };
    const { status, body } = await site.request('editor', 'POST', `/cms/v2/pages/${id}`, values);
    assert.deepEqual([status, body.status, body.slug], [200, 'publish', 'first-page']);
    assert.equal(body.date_gmt, new Date(time).toISOString().slice(0, 19));
    assert.equal((await get('anonymous', `/cms/v2/pages/${id}`)).status, 200);
    const items = await get('administrator', `/cms/v2/menu-items?menus=${menu.id}`);
    assert.deepEqual(
      items.body.map((item: { readonly object_id: number }) => item.object_id),
      [id],
    );
    const { id: post } = await start('author');
    const forbidden = await start('contributor');
    const publish = { status: 'publish', title: 'First post' };
    assert.equal((await site.request('contributor', 'POST', `/cms/v2/posts/${forbidden.id}`, publish)).status, 403);
    const before = Number((await get('anonymous', '/cms/v2/posts?per_page=1')).headers['X-CMS-Total']);
    assert.equal((await site.request('author', 'POST', `/cms/v2/posts/${post}`, publish)).status, 200);
    assert.equal(Number((await get('anonymous', '/cms/v2/posts?per_page=1')).headers['X-CMS-Total']), before + 1);
  });

  it('have no events before they get another status, which is their creation', async () => {
    const position = (await lastPosition(site.database.read)) ?? 0;
    const { id } = await start('author');
    await site.request('author', 'POST', `/cms/v2/posts/${id}`, { status: 'auto-draft', title: 'One' });
    const { id: deleted } = await start('author');
    await site.request('author', 'DELETE', `/cms/v2/posts/${deleted}?force=true`);
    await site.request('author', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' });
    await site.request('author', 'POST', `/cms/v2/posts/${id}`, { title: 'Two' });
    await site.service.tasks.deliverEvents(() => {});
    const found = await eventsAfter(site.database.read, position, 100);
    assert.deepEqual(
      found
        .filter(({ subject }) => [id, deleted].includes(subject))
        .map((each) => [each.kind, each.statusBefore, each.status]),
      [
        ['entry.created', '', 'publish'],
        ['entry.updated', 'publish', 'publish'],
      ],
    );
  });

  it('move to the trash as drafts when their author trashes them', async () => {
    const { id } = await start('author');
    assert.equal((await site.request('author', 'DELETE', `/cms/v2/posts/${id}`)).body.status, 'trash');
    const restored = await site.request('author', 'POST', `/cms/v2/posts/${id}`, {
      status: 'draft',
      title: 'Restored',
    });
    assert.equal(restored.body.status, 'draft');
  });

  it('of a deleted user are deleted, and never move to the trash', async () => {
    const { id } = await start('other');
    const { id: draft } = await site.create('/cms/v2/posts', { title: 'Kept' }, 'other');
    const url = `/cms/v2/users/${site.ids.other}?force=true&reassign=false`;
    assert.equal((await site.request('administrator', 'DELETE', url)).status, 200);
    await site.restore('other');
    assert.equal((await get('administrator', `/cms/v2/posts/${id}`)).status, 404);
    assert.equal((await get('administrator', `/cms/v2/posts/${draft}`)).body.status, 'trash');
  });

  it('are different for each start, and limited in number per user', async () => {
    const oldest = await start('contributor');
    const page = await start('editor', 'page');
    const started = await Promise.all(Array.from({ length: maxAutoDrafts }, () => start('contributor')));
    assert.equal(new Set(started.map(({ id }) => id)).size, maxAutoDrafts);
    assert.equal((await get('contributor', `/cms/v2/posts/${oldest.id}`)).status, 404);
    for (const { id } of started) assert.equal((await get('contributor', `/cms/v2/posts/${id}`)).status, 200);
    const saved = started[0];
    await site.request('contributor', 'POST', `/cms/v2/posts/${saved.id}`, { title: 'Saved' });
    const more = [await start('contributor'), await start('contributor')];
    assert.equal((await get('contributor', `/cms/v2/posts/${saved.id}`)).body.status, 'draft');
    assert.equal((await get('contributor', `/cms/v2/posts/${more[0].id}`)).status, 200);
    const remaining = await Promise.all(
      started.slice(1).map(async ({ id }) => (await get('contributor', `/cms/v2/posts/${id}`)).status),
    );
    assert.equal(remaining.filter((status) => status === 404).length, 1);
    assert.equal((await get('editor', `/cms/v2/pages/${page.id}`)).status, 200);
  });

  it('are deleted a week after their last change, each by one process; their children and media remain', async () => {
    time += 30 * dayMs;
    await deleteExpiredAutoDrafts(site.service.entries);
    const page = await start('editor', 'page');
    const child = await site.create('/cms/v2/pages', { title: 'Child of it', status: 'publish', parent: page.id });
    const [touched, saved] = [await start('author'), await start('author')];
    const other = await start('author');
    time += 6 * dayMs;
    await site.request('author', 'POST', `/cms/v2/posts/${touched.id}`, { status: 'auto-draft', content: 'Text' });
    await site.request('author', 'POST', `/cms/v2/posts/${saved.id}`, { content: 'Text' });
    assert.equal(await deleteExpiredAutoDrafts(site.service.entries), 0);
    time += 1.5 * dayMs;
    const { entries } = site.service;
    const deleted = await Promise.all([deleteExpiredAutoDrafts(entries), deleteExpiredAutoDrafts(entries)]);
    assert.equal(deleted[0] + deleted[1], 2);
    for (const gone of [`pages/${page.id}`, `posts/${other.id}`])
      assert.equal((await get('administrator', `/cms/v2/${gone}`)).status, 404, gone);
    assert.deepEqual((await get('administrator', `/cms/v2/pages/${child.id}`)).body.parent, 0);
    assert.equal((await get('administrator', `/cms/v2/posts/${saved.id}`)).body.status, 'draft');
    assert.equal((await get('administrator', `/cms/v2/posts/${touched.id}`)).body.status, 'auto-draft');
    time += 30 * dayMs;
    assert.equal(await deleteExpiredAutoDrafts(entries), 1);
    assert.deepEqual(site.errors, []);
  });

  it('that are saved while they expire are either saved or deleted', async () => {
    const started = await Promise.all(Array.from({ length: 12 }, () => start('author')));
    time += 8 * dayMs;
    const save = (id: number) => site.request('author', 'POST', `/cms/v2/posts/${id}`, { title: `Saved ${id}` });
    const [, ...saved] = await Promise.all([
      deleteExpiredAutoDrafts(site.service.entries),
      ...started.map(({ id }) => save(id)),
    ]);
    for (const [at, { status }] of saved.entries()) {
      const found = await get('author', `/cms/v2/posts/${started[at].id}`);
      assert.deepEqual([status, found.body.status], status === 200 ? [200, 'draft'] : [404, undefined]);
    }
    assert.deepEqual(site.errors, []);
  });
});
