// Tests the permalink structure of the site: the links of posts wherever they occur, redirects from old URLs, and that no redirect reveals an
// entry that is not public (docs/configuration.md, Permalinks).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { toText } from '../server/http/json-text.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const home = 'http://site.test';
const date = '2024-05-07T08:09:10';
const dated = '/%year%/%monthnum%/%postname%/';

describeEachEngine('permalinks', (engine) => {
  let site: TestSite;
  const statements: string[] = [];
  before(async () => {
    const database = await engine.open({ onStatement: (sql) => statements.push(sql) });
    const labels = { one: 'recipe', many: 'recipes' };
    site = await openTestSite({ database, config: { types: [{ name: 'recipe', restBase: 'recipes', noun: labels }] } });
  });
  after(() => assert.deepEqual(site.errors, []));

  const useStructure = (permalink_structure: string) => site.service.settings.set({ permalink_structure });
  const get = (address: string, method: 'GET' | 'POST' = 'GET') =>
    site.service.servePage({
      ...{ method, address, isBrowser: true, roots: [], from: '192.0.2.1' },
      ...{ cookie: undefined, fields: new URLSearchParams() },
    });
  /** Returns the URL to which a path redirects permanently; its status if it does not redirect. */
  const redirectOf = async (path: string): Promise<string | number | undefined> => {
    const response = await get(path);
    return response?.status === 301 ? response.headers.Location?.replace(home, '') : response?.status;
  };
  const create = (json: object, path = '/cms/v2/posts') => site.create(path, { status: 'publish', date, ...json });
  const update = async (id: number, json: object, path = '/cms/v2/posts') => {
    const { status, body } = await site.request('administrator', 'POST', `${path}/${id}`, json);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const pathOf = ({ link }: { readonly link: string }) => link.replace(home, '');

  it('have the structure of the setting wherever a URL of a post occurs', async () => {
    const { id } = await create({ title: 'Everywhere', slug: 'everywhere' });
    const structures: readonly (readonly [structure: string, path: string, template: string])[] = [
      ['/%postname%/', '/everywhere/', '/%postname%/'],
      [dated, '/2024/05/everywhere/', '/2024/05/%postname%/'],
      ['/%year%/%monthnum%/%day%/%postname%/', '/2024/05/07/everywhere/', '/2024/05/07/%postname%/'],
      ['/archives/%post_id%/', `/archives/${id}/`, `/archives/${id}/`],
      ['/b/%postname%-%post_id%/', `/b/everywhere-${id}/`, `/b/%postname%-${id}/`],
      ['/%hour%/%minute%/%second%/%postname%/', '/08/09/10/everywhere/', '/08/09/10/%postname%/'],
    ];
    for (const [structure, path, template] of structures) {
      await useStructure(structure);
      const link = home + path;
      const { body } = await site.request('administrator', 'GET', `/cms/v2/posts/${id}?context=edit`);
      assert.deepEqual([body.link, body.permalink_template], [link, home + template], structure);
      const page = await get(path);
      assert.deepEqual([page?.status, page?.apiPath], [200, `/cms/v2/posts/${id}`], structure);
      assert.equal((await get(`${path}embed/`))?.status, 200, structure);
      const search = await site.request('anonymous', 'GET', '/cms/v2/search?search=everywhere');
      assert.equal(search.body[0].url, link, structure);
      const oembed = await site.request('anonymous', 'GET', `/oembed/1.0/embed?url=${encodeURIComponent(link)}`);
      assert.equal(oembed.status, 200, structure);
      assert.ok(oembed.body.html.includes(`${link}embed/`), structure);
      for (const url of ['/feed/', '/sitemap-type-post-1.xml'])
        assert.ok(toText((await get(url))?.body ?? '').includes(link), `${structure} ${url}`);
      const block = { content: '<!-- wp:latest-posts /-->', title: 'List', slug: 'list' };
      const list = await create(block, '/cms/v2/pages');
      assert.ok(list.content.rendered.includes(`href="${link}"`), structure);
      const own = await create({ title: 'Embedding', content: `\n${link}\n` }, '/cms/v2/pages');
      assert.ok(own.content.rendered.includes(`${link}embed/`), structure);
    }
    await useStructure(dated);
    const comment = await site.create('/cms/v2/comments', { post: id, content: 'Said', status: 'approved' });
    assert.ok(comment.link.startsWith(`${home}/2024/05/everywhere/#comment-`), comment.link);
    const item = await site.create('/cms/v2/menu-items', { type: 'post_type', object_id: id, status: 'publish' });
    assert.equal(item.url, `${home}/2024/05/everywhere/`);
  });

  it('of pages, custom types and unpublished posts do not have it', async () => {
    await useStructure(dated);
    const parent = await create({ title: 'Above' }, '/cms/v2/pages');
    const child = await create({ title: 'Below', parent: parent.id }, '/cms/v2/pages');
    const recipe = await create({ title: 'Soup' }, '/cms/v2/recipes');
    const draft = await create({ title: 'Unfinished', slug: 'unfinished', status: 'draft' });
    assert.deepEqual([parent, child, recipe, draft].map(pathOf), [
      ...['/above/', '/above/below/', '/recipes/soup/', `/?p=${draft.id}`],
    ]);
    for (const each of [parent, child, recipe]) assert.equal((await get(pathOf(each)))?.status, 200);
  });

  describe('redirect from URLs of other structures', () => {
    let ids: Record<string, number>;
    before(async () => {
      const { id: category } = await site.create('/cms/v2/categories', { name: 'News', slug: 'news' });
      const { id: sub } = await site.create('/cms/v2/categories', { name: 'Local', slug: 'local', parent: category });
      const post = await create({ title: 'Three days', slug: 'three-days', categories: [sub] });
      const encoded = await create({ title: 'Japanese', slug: '日本' });
      await create({ title: 'Café' });
      const locked = await create({ title: 'Locked', slug: 'locked-post', password: 'p' });
      const shared = await create({ title: 'Shared', slug: 'shared-slug' });
      const parent = await create({ title: 'Parent', slug: 'parent-page' }, '/cms/v2/pages');
      await create({ title: 'Shared page', slug: 'shared-slug', parent: parent.id }, '/cms/v2/pages');
      ids = { post: post.id, encoded: encoded.id, locked: locked.id, shared: shared.id };
    });

    const target = '/2024/05/three-days/';
    const japanese = '/2024/05/%e6%97%a5%e6%9c%ac/';
    const redirects: readonly (readonly [path: string, to: string])[] = [
      ['/?p=ID', target],
      ['/?page_id=ID', target],
      ['/three-days/', target],
      ['/three-days', target],
      ['/Three-Days/', target],
      ['/2024/05/three-days', target],
      ['/2024/05/THREE-days/', target],
      ['/2024/three-days/', target],
      ['/2024/5/three-days/', target],
      ['/2024/05/07/three-days/', target],
      ['/2024/05/07/08/09/10/three-days/', target],
      ['/2024/05/07/ID/three-days/', target],
      ['/2024/05/three-days.html', target],
      ['/archives/ID', target],
      ['/archives/ID/', target],
      ['/2024/05/07/ID/', target],
      ['/archives/three-days/', target],
      ['/blog/2024/05/three-days/', target],
      ['/index.php/2024/05/three-days/', target],
      ['/index.php/three-days', target],
      ['/news/three-days/', target],
      ['/news/local/three-days/', target],
      ['/thr%65e-days/', target],
      ['/three-days/page/2/', target],
      ['/three-days/amp/', target],
      ['/2024/05/three-days/amp/', target],
      ['/2024/05/three-days/page/2/', target],
      ['/three-days/embed/', target],
      ['/three-days/feed/', `${target}feed/`],
      ['/three-days/feed/atom/', `${target}feed/atom/`],
      ['/three-days/?utm_source=x', target],
      ['/%E6%97%A5%E6%9C%AC/', japanese],
      ['/%e6%97%a5%e6%9c%ac', japanese],
      ['/2024/05/07/%E6%97%A5%E6%9C%AC/', japanese],
      ['/caf%C3%A9/', '/2024/05/cafe/'],
      ['/locked-post/', '/2024/05/locked-post/'],
      ['/2024/shared-slug/', '/2024/05/shared-slug/'],
      ['/category/local/', '/category/news/local/'],
      ['/category/local/feed/', '/category/news/local/feed/'],
    ];
    for (const [path, to] of redirects)
      it(`${path} → ${to}`, async () => {
        await useStructure(dated);
        assert.equal(await redirectOf(path.replace('ID', String(ids.post))), to);
        const response = await get(to);
        assert.ok(to.startsWith('/category/') || response?.status === 200, `${to}: ${response?.status}`);
      });

    const notFound: readonly string[] = [
      ...['/2023/05/three-days/', '/2024/06/three-days/', '/2024/05/08/three-days/', '/1/three-days/'],
      ...['/2024/05/07/08/09/11/three-days/', '/2024/05/07/08/09/10/11/three-days/', '/07/05/2024/three-days/'],
      ...['/three-day/', '/three-days-2/', '/three-days/other/', '/three-days/2/', '/archives/999999/', '/archives/0/'],
      ...['/2024/05/999999/', '/news/ID/', '/three/ID/', '/2023/05/07/ID/', '/archives/ID/ID/'],
      ...['/news/shared-slug/', '/shared-slug/', '/category/three-days/', '/tag/three-days/', '/author/three-days/'],
      ...['/2024/05/three-days/page/2/x/', '/category/news/page/9/', '/category/news/local/page/99/'],
      ...['/recipes/three-days/', '/category/news/three-days/', '/category/nothing/', '/tag/local/'],
      ...['/%', '/%ff%fe/', '/%2f/', '/%00/', '/..%2fthree-days/', '/index.php', '/index.php/', '/feed/nothing/'],
      ...[`/${'x'.repeat(1500)}/`, `/${'x/'.repeat(900)}`, '/?p=999999', '/?p=0', '/__proto__/', '/constructor/'],
      ...['//evil.example/nothing/', '/\\evil.example/nothing/', '/@evil.example/nothing/'],
    ];
    for (const path of notFound)
      it(`${path.slice(0, 60)} does not redirect`, async () => {
        await useStructure(dated);
        const to = await redirectOf(path.replaceAll('ID', String(ids.post)));
        assert.ok(to === 404 || to === undefined, `${to}`);
      });

    it('and lead to the site itself', async () => {
      await useStructure(dated);
      for (const path of [
        '//evil.example/three-days/',
        '/\\evil.example/three-days/',
        '/http://evil.example/three-days/',
      ]) {
        const { status, headers } = (await get(path)) ?? {};
        assert.ok(status === 404 || headers?.Location === home + target, `${path}: ${status} ${headers?.Location}`);
      }
      assert.notEqual((await get('/three-days/', 'POST'))?.status, 301);
    });

    it('do not redirect between posts and the URLs that show them', async () => {
      for (const structure of ['/%postname%/', dated, '/archives/%post_id%/', '/b/%postname%-%post_id%/']) {
        await useStructure(structure);
        const { body } = await site.request('anonymous', 'GET', `/cms/v2/posts/${ids.post}`);
        assert.equal((await get(pathOf(body)))?.status, 200, body.link);
        for (const old of ['/2024/05/three-days/', '/three-days/', `/archives/${ids.post}/`])
          if (old !== pathOf(body)) assert.equal(await redirectOf(old), pathOf(body), `${structure} ${old}`);
      }
    });

    it('run a constant number of statements', async () => {
      await useStructure(dated);
      const count = async (path: string) => {
        await get(path);
        statements.length = 0;
        await get(path);
        return statements.length;
      };
      for (let at = 0; at < 30; at += 1)
        await create({ title: 'Same', slug: 'many-times', parent: 0 }, '/cms/v2/recipes');
      for (const path of [
        '/nothing/',
        '/2024/05/three-days-x/',
        '/archives/999999/',
        '/many-times/',
        `/${'a/'.repeat(400)}`,
      ])
        assert.ok((await count(path)) <= 12, `${path}: ${await count(path)}`);
      await count('/2024/05/three-days/');
      assert.ok(statements.length > 0);
      assert.ok(!statements.some((sql) => sql.includes('old_paths')), 'pages that exist cost nothing more');
    });
  });

  describe('redirect from former URLs', () => {
    it('after a change of the slug, in every structure', async () => {
      await useStructure('/%postname%/');
      const { id } = await create({ title: 'Renamed', slug: 'first-name' });
      await update(id, { slug: 'second-name' });
      await update(id, { slug: 'third-name' });
      for (const structure of ['/%postname%/', dated, '/archives/%post_id%/']) {
        await useStructure(structure);
        const to = pathOf((await site.request('anonymous', 'GET', `/cms/v2/posts/${id}`)).body);
        for (const old of [
          '/first-name/',
          '/second-name',
          '/2024/05/first-name/',
          '/news/first-name/',
          '/first-name/feed/',
        ])
          assert.equal(await redirectOf(old), old.endsWith('feed/') ? `${to}feed/` : to, `${structure} ${old}`);
        assert.equal(await redirectOf('/2023/05/first-name/'), 404);
      }
      await useStructure('/%postname%/');
      await update(id, { slug: 'first-name' });
      assert.equal((await get('/first-name/'))?.status, 200);
      assert.equal(await redirectOf('/third-name/'), '/first-name/');
    });

    it('after a change of the date', async () => {
      await useStructure(dated);
      const { id } = await create({ title: 'Dated', slug: 'dated-post' });
      await update(id, { date: '2023-04-01T00:00:00' });
      assert.equal(await redirectOf('/2024/05/dated-post/'), '/2023/04/dated-post/');
      assert.equal(await redirectOf('/2022/05/dated-post/'), 404);
    });

    it('of pages, their descendants, files and custom types', async () => {
      await useStructure(dated);
      const top = await create({ title: 'Top', slug: 'top-page' }, '/cms/v2/pages');
      const middle = await create({ title: 'Middle', slug: 'middle', parent: top.id }, '/cms/v2/pages');
      await create({ title: 'Leaf', slug: 'leaf', parent: middle.id }, '/cms/v2/pages');
      await update(top.id, { slug: 'summit' }, '/cms/v2/pages');
      assert.equal(await redirectOf('/top-page/'), '/summit/');
      assert.equal(await redirectOf('/top-page/middle/leaf/'), '/summit/middle/leaf/');
      await update(middle.id, { parent: 0 }, '/cms/v2/pages');
      for (const old of ['/top-page/middle/leaf/', '/summit/middle/leaf/', '/Summit/middle/leaf'])
        assert.equal(await redirectOf(old), '/middle/leaf/', old);
      assert.equal(await redirectOf('/other/middle/leaf/'), 404, 'pages are found by complete paths only');
      const recipe = await create({ title: 'Soup', slug: 'old-soup' }, '/cms/v2/recipes');
      await update(recipe.id, { slug: 'new-soup' }, '/cms/v2/recipes');
      assert.equal(await redirectOf('/recipes/old-soup/'), '/recipes/new-soup/');
      assert.equal(await redirectOf('/old-soup/'), 404);
    });

    it('only while the entry is public', async () => {
      await useStructure('/%postname%/');
      const { id } = await create({ title: 'Seen', slug: 'seen-before' });
      await update(id, { slug: 'seen-now' });
      const states: readonly object[] = [
        { status: 'draft' },
        { status: 'pending' },
        { status: 'private' },
        { status: 'publish', date: '2099-01-01T00:00:00' },
      ];
      for (const state of states) {
        await update(id, state);
        const paths = ['/seen-before/', '/seen-now/', '/2024/05/seen-now/', '/2099/01/seen-now/', `/archives/${id}/`];
        for (const path of paths)
          assert.deepEqual(await get(path), await get('/never-seen/'), `${JSON.stringify(state)} ${path}`);
      }
      await update(id, { status: 'publish', date });
      assert.equal(await redirectOf('/seen-before/'), '/seen-now/');
      await site.request('administrator', 'DELETE', `/cms/v2/posts/${id}`);
      for (const path of ['/seen-before/', '/seen-now/', '/seen-now__trashed/', `/archives/${id}/`])
        assert.deepEqual(await get(path), await get('/never-seen/'), path);
      await site.request('administrator', 'DELETE', `/cms/v2/posts/${id}?force=true`);
      assert.deepEqual(await get('/seen-before/'), await get('/never-seen/'));
    });

    it('never from slugs that were not public', async () => {
      await useStructure('/%postname%/');
      const draft = await create({ title: 'Draft', slug: 'secret-draft', status: 'draft' });
      await update(draft.id, { slug: 'public-name', status: 'publish' });
      const private_ = await create({ title: 'Private', slug: 'secret-private', status: 'private' });
      await update(private_.id, { slug: 'opened', status: 'publish' });
      const hiddenParent = await create({ title: 'Hidden', slug: 'secret-parent', status: 'private' }, '/cms/v2/pages');
      const child = await create({ title: 'Child', slug: 'child', parent: hiddenParent.id }, '/cms/v2/pages');
      await create({ title: 'Grandchild', slug: 'grandchild', parent: child.id }, '/cms/v2/pages');
      await update(child.id, { slug: 'other-child' }, '/cms/v2/pages');
      await update(child.id, { parent: 0 }, '/cms/v2/pages');
      await update(hiddenParent.id, { slug: 'secret-again' }, '/cms/v2/pages');
      for (const path of [
        ...['/secret-draft/', '/secret-private/', '/secret-parent/', '/secret-parent/child/'],
        ...[
          '/secret-parent/other-child/',
          '/secret-parent/child/grandchild/',
          '/secret-parent/other-child/grandchild/',
        ],
      ])
        assert.equal(await redirectOf(path), 404, path);
    });

    it('not if several public entries had the URL', async () => {
      await useStructure('/%postname%/');
      const one = await create({ title: 'One', slug: 'used-twice' });
      await update(one.id, { slug: 'one-of-two' });
      const two = await create({ title: 'Two', slug: 'used-twice' });
      assert.equal((await get('/used-twice/'))?.apiPath, `/cms/v2/posts/${two.id}`);
      await update(two.id, { slug: 'two-of-two' });
      assert.equal(await redirectOf('/used-twice/'), 404);
      await update(one.id, { status: 'draft' });
      assert.equal(await redirectOf('/used-twice/'), '/two-of-two/');
    });
  });
});
