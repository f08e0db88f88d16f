// Tests POST /octavo/v1/terms/<id>/merge: what it moves, whom it permits, and that the number of its statements is constant.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { findInconsistencies } from './derived-data.ts';
import { describeEachEngine } from './engines.ts';
import { callers, editors } from './permission-rows.ts';
import { openTestSite, type TestSite } from './site.ts';
import { openTransaction, untilWaiting } from './waiting-transactions.ts';

const config = {
  taxonomies: [
    {
      name: 'genre',
      restBase: 'genres',
      noun: { one: 'genre', many: 'genres' },
      hierarchical: true,
      types: ['post'],
      rights: { manage: 'edit_posts', edit: 'edit_posts', delete: 'edit_others_posts', assign: 'edit_posts' },
    },
  ],
};

let lastName = 0;
const uniqueName = () => {
  lastName += 1;
  return `Term ${lastName}`;
};

describeEachEngine('merging terms', (engine) => {
  let site: TestSite;
  let statements = 0;
  before(async () => {
    const database = await engine.open({ onStatement: () => (statements += 1) });
    site = await openTestSite({ database, config, pause: async () => {} });
  });
  after(() => assert.deepEqual(site.errors, []));

  const createTerm = async (base: string, json: object = {}): Promise<number> =>
    (await site.create(`/cms/v2/${base}`, { name: uniqueName(), ...json })).id;
  const createPost = async (json: object): Promise<number> =>
    (await site.create('/cms/v2/posts', { title: 'Post', status: 'publish', ...json })).id;
  const get = async (path: string) => (await site.request('administrator', 'GET', path)).body;
  const termsOf = async (post: number, base = 'tags'): Promise<number[]> =>
    (await get(`/cms/v2/posts/${post}?context=edit`))[base].toSorted((a: number, b: number) => a - b);
  const merge = (id: number, into: unknown, caller: Parameters<TestSite['request']>[0] = 'administrator', tag = '') =>
    site.request(caller, 'POST', `/octavo/v1/terms/${id}/merge`, { into }, tag === '' ? {} : { 'if-match': tag });
  const merged = async (id: number, into: number) => {
    const { status, body } = await merge(id, into);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  it('replaces the term in all entries once, and counts the published ones', async () => {
    const [from, into, other] = [await createTerm('tags'), await createTerm('tags'), await createTerm('tags')];
    const only = await createPost({ tags: [from] });
    const both = await createPost({ tags: [from, into, other] });
    const draft = await createPost({ tags: [from, other], status: 'draft' });
    const none = await createPost({ tags: [other] });
    assert.deepEqual(await merged(from, into), { id: from, into, entries: 2, children: 0, menu_items: 0 });
    assert.deepEqual(await termsOf(only), [into]);
    assert.deepEqual(await termsOf(both), [into, other]);
    assert.deepEqual(await termsOf(draft), [into, other]);
    assert.deepEqual(await termsOf(none), [other]);
    assert.equal((await get(`/cms/v2/tags/${into}`)).count, 2);
    assert.equal((await get(`/cms/v2/tags/${from}`)).code, 'rest_term_invalid');
    assert.deepEqual(await findInconsistencies(site.database.read), {});
  });

  it('leaves no entry to the default category', async () => {
    const [from, into] = [await createTerm('categories'), await createTerm('categories')];
    const post = await createPost({ categories: [from] });
    await merged(from, into);
    assert.deepEqual(await termsOf(post, 'categories'), [into]);
  });

  it('moves children below the other term, with the paths of all descendants', async () => {
    const above = await createTerm('genres', { slug: 'above' });
    const from = await createTerm('genres', { slug: 'from-ü', parent: above });
    const child = await createTerm('genres', { slug: 'child', parent: from });
    const grandchild = await createTerm('genres', { slug: 'grandchild', parent: child });
    const into = await createTerm('genres', { slug: 'into' });
    assert.deepEqual(await merged(from, into), { id: from, into, entries: 0, children: 1, menu_items: 0 });
    assert.equal((await get(`/cms/v2/genres/${child}`)).parent, into);
    assert.match((await get(`/cms/v2/genres/${grandchild}`)).link, /\/into\/child\/grandchild\/$/);
  });

  it('moves the branch of a descendant up before it is merged into the descendant', async () => {
    const above = await createTerm('genres', { slug: 'top' });
    const from = await createTerm('genres', { slug: 'middle', parent: above });
    const branch = await createTerm('genres', { slug: 'branch', parent: from });
    const into = await createTerm('genres', { slug: 'leaf', parent: branch });
    const below = await createTerm('genres', { slug: 'below', parent: into });
    const sibling = await createTerm('genres', { slug: 'sibling', parent: from });
    assert.equal((await merged(from, into)).children, 2);
    const found = await Promise.all([branch, into, below, sibling].map((id) => get(`/cms/v2/genres/${id}`)));
    assert.deepEqual(
      found.map(({ parent, link }) => [parent, new URL(link).pathname.split('/').slice(2, -1).join('/')]),
      [
        [above, 'top/branch'],
        [branch, 'top/branch/leaf'],
        [into, 'top/branch/leaf/below'],
        [into, 'top/branch/leaf/sibling'],
      ],
    );
    const child = await createTerm('genres', { slug: 'direct', parent: into });
    await merged(into, child);
    assert.equal((await get(`/cms/v2/genres/${child}`)).parent, branch);
    assert.match((await get(`/cms/v2/genres/${below}`)).link, /\/top\/branch\/direct\/below\/$/);
  });

  it('moves children to the parent if the term is merged into it', async () => {
    const into = await createTerm('categories', { slug: 'parent-of' });
    const from = await createTerm('categories', { slug: 'merged-up', parent: into });
    const child = await createTerm('categories', { slug: 'moved-up', parent: from });
    await merged(from, into);
    const { parent, link } = await get(`/cms/v2/categories/${child}`);
    assert.deepEqual([parent, new URL(link).pathname], [into, '/category/parent-of/moved-up/']);
  });

  it('makes menu items link to the other term', async () => {
    const [from, into] = [await createTerm('tags'), await createTerm('tags', { name: 'Target' })];
    const menus = await createTerm('menus');
    const linkTo = (object_id: number) => ({
      type: 'taxonomy',
      object: 'post_tag',
      object_id,
      menus,
      status: 'publish',
    });
    const { id: item } = await site.create('/cms/v2/menu-items', linkTo(from));
    const { id: child } = await site.create('/cms/v2/menu-items', { ...linkTo(from), parent: item, title: 'Own' });
    assert.equal((await merged(from, into)).menu_items, 2);
    const { object_id, title, url } = await get(`/cms/v2/menu-items/${item}`);
    assert.deepEqual([object_id, title.rendered, url], [into, 'Target', (await get(`/cms/v2/tags/${into}`)).link]);
    const below = await get(`/cms/v2/menu-items/${child}`);
    assert.deepEqual([below.object_id, below.parent, below.title.rendered], [into, item, 'Own']);
  });

  it('rejects other targets, and changes nothing', async () => {
    const [tag, category, menu] = [await createTerm('tags'), await createTerm('categories'), await createTerm('menus')];
    for (const into of [tag, category, menu, 999_999, 2 ** 53]) {
      const { status, body } = await merge(tag, into);
      assert.deepEqual([status, body.code], [400, 'rest_term_invalid'], String(into));
    }
    for (const into of [0, -1, '1abc', [1, 2], undefined, null, 1.5])
      assert.equal((await merge(tag, into)).status, 400);
    for (const id of [menu, 999_999, 0]) {
      const { status, body } = await merge(id, tag);
      assert.deepEqual([status, body.code], [404, 'rest_term_invalid'], String(id));
    }
    assert.equal((await get(`/octavo/v1/terms/${menu}`)).code, 'rest_term_invalid');
    assert.equal((await get(`/cms/v2/tags/${tag}`)).id, tag);
  });

  it('is for users who may edit and delete terms of the taxonomy, and never deletes the default category', async () => {
    const { default_category } = await get('/cms/v2/settings');
    for (const [at, caller] of callers.entries()) {
      for (const base of ['tags', 'categories', 'genres']) {
        const [from, into] = [await createTerm(base), await createTerm(base)];
        const { status, body } = await merge(from, into, caller);
        assert.equal(status, editors[at], `${base}, ${caller}`);
        if (status === 200) continue;
        const mayEdit = base === 'genres' && !['anonymous', 'subscriber'].includes(caller);
        assert.equal(body.code, mayEdit ? 'rest_cannot_delete' : 'rest_cannot_update', `${base}, ${caller}`);
        assert.doesNotMatch(JSON.stringify(body), /Term \d/);
        assert.equal((await get(`/cms/v2/${base}/${from}`)).id, from);
      }
    }
    const refused = await merge(default_category, await createTerm('categories'));
    assert.deepEqual([refused.status, refused.body.code], [403, 'rest_cannot_delete']);
    const category = await createTerm('categories');
    await merged(category, default_category);
  });

  it('respects the limits of application passwords', async () => {
    const [from, into] = [await createTerm('tags'), await createTerm('tags')];
    for (const limits of [{ read_only: true }, { namespaces: ['octavo/v1'] }, { namespaces: ['cms/v2'] }]) {
      const { password } = await site.create('/cms/v2/users/me/application-passwords', {
        name: uniqueName(),
        ...limits,
      });
      const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
      const send = (method: string, path: string, json?: object) =>
        site.request('anonymous', method, path, json, { authorization });
      assert.equal((await send('POST', `/octavo/v1/terms/${from}/merge`, { into })).status, 403);
      const read = await send('GET', `/octavo/v1/terms/${from}?context=edit`);
      assert.equal(read.status, 'read_only' in limits ? 200 : 403);
    }
    assert.equal((await get(`/cms/v2/tags/${from}`)).id, from);
  });

  it('checks If-Match with the ETag of the term from either route', async () => {
    for (const path of ['/cms/v2/tags', '/octavo/v1/terms']) {
      const [from, into] = [await createTerm('tags'), await createTerm('tags')];
      const { etag } = await site.request('administrator', 'GET', `${path}/${from}?context=edit`);
      await site.request('administrator', 'POST', `/cms/v2/tags/${from}`, { description: 'Changed' });
      const { status, body } = await merge(from, into, 'administrator', etag);
      assert.deepEqual([status, body.code], [412, 'rest_precondition_failed']);
      const current = await site.request('administrator', 'GET', `${path}/${from}?context=edit`);
      assert.equal((await merge(from, into, 'administrator', current.etag)).status, 200);
    }
  });

  it('shows a term as the route of its taxonomy does', async () => {
    const id = await createTerm('genres');
    for (const context of ['view', 'edit', 'embed'])
      assert.deepEqual(
        await get(`/octavo/v1/terms/${id}?context=${context}`),
        await get(`/cms/v2/genres/${id}?context=${context}`),
      );
    for (const [at, caller] of callers.entries()) {
      assert.equal((await site.request(caller, 'GET', `/octavo/v1/terms/${id}`)).status, 200, caller);
      const { status } = await site.request(caller, 'GET', `/octavo/v1/terms/${id}?context=edit`);
      assert.equal(status, [401, 403, 200, 200, 200, 200][at], caller);
    }
  });

  it('records the deletion in the audit log', async () => {
    const [from, into] = [await createTerm('tags', { name: 'Merged away' }), await createTerm('tags')];
    await createPost({ tags: [from] });
    await merged(from, into);
    const [event] = await get('/octavo/v1/audit-log?action=term-deleted&per_page=1');
    assert.deepEqual(
      [event.object_id, event.object_name, event.details],
      [String(from), 'Merged away', { merged_into: into, entries: 1 }],
    );
  });

  it('takes as many statements for many entries, children and menu items as for one', async () => {
    const menus = await createTerm('menus');
    const countOf = async (n: number) => {
      const [from, into] = [await createTerm('categories'), await createTerm('categories')];
      for (let at = 0; at < n; at += 1) {
        const child = await createTerm('categories', { parent: from });
        await createTerm('categories', { parent: child });
        await createPost({ categories: [from] });
        await site.create('/cms/v2/menu-items', {
          type: 'taxonomy',
          object: 'category',
          object_id: from,
          menus,
          status: 'publish',
        });
      }
      site.database.changes.recordUnknownChange();
      statements = 0;
      const { entries, children, menu_items } = await merged(from, into);
      assert.deepEqual([entries, children, menu_items], [n, n, n]);
      return statements;
    };
    const one = await countOf(1);
    assert.equal(await countOf(12), one);
  });

  it('keeps the terms of an entry that is saved at the same time', async () => {
    const [from, into, other] = [await createTerm('tags'), await createTerm('tags'), await createTerm('tags')];
    const post = await createPost({ tags: [from] });
    const blocker = await openTransaction(site.database, (tx) => tx.lock('numbers of terms'));
    const saving = site.request('administrator', 'POST', `/cms/v2/posts/${post}`, { tags: [from, other] });
    await untilWaiting(site.database, 1);
    const merging = merge(from, into);
    await untilWaiting(site.database, 2);
    await blocker.commit();
    const statuses = [(await saving).status, (await merging).status];
    assert.equal(statuses[1], 200);
    assert.ok(statuses[0] === 200 || statuses[0] === 400, String(statuses[0]));
    assert.ok(!(await termsOf(post)).includes(from));
    assert.deepEqual(await findInconsistencies(site.database.read), {});
  });

  it('lets only one of two opposite merges succeed', async () => {
    const [one, two] = [await createTerm('tags'), await createTerm('tags')];
    const post = await createPost({ tags: [one, two] });
    const statuses = (await Promise.all([merge(one, two), merge(two, one)])).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 400]);
    assert.equal((await termsOf(post)).length, 1);
    assert.deepEqual(await findInconsistencies(site.database.read), {});
  });
});
