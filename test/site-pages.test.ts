// Tests the HTML pages of lists, searches and entries with several pages, and the templates that render them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { close, openNode, type TestNode } from './test-node.ts';

describeEachEngine('pages of the site', (engine) => {
  let node: TestNode;
  let origin: string;
  const ids = { sea: 0, ships: 0, tag: 0, page: 0, long: 0 };

  const create = (path: string, more: object) => node.site.create(path, more, 'administrator');
  const set = (values: object) => node.site.request('administrator', 'POST', '/cms/v2/settings', values);
  const post = (title: string, more: object = {}) =>
    create('/cms/v2/posts', { title, content: `About ${title}`, status: 'publish', ...more });

  before(async () => {
    node = await openNode(await engine.location());
    const bound = node.app.server.address();
    origin = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
    await node.site.request('administrator', 'DELETE', '/cms/v2/posts/1?force=true');
    await set({ posts_per_page: 2 });
    ids.sea = (await create('/cms/v2/categories', { name: 'Sea & shore', description: 'By the <em>sea</em>' })).id;
    ids.ships = (await create('/cms/v2/categories', { name: 'Ships', parent: ids.sea })).id;
    ids.tag = (await create('/cms/v2/tags', { name: 'Calm' })).id;
    for (const [at, title] of ['one', 'two', 'three', 'four', 'five'].entries())
      await post(`Post ${title}`, { date: `2025-0${at + 1}-10T10:00:00`, categories: [ids.ships], tags: [ids.tag] });
    await post('Post aside', { date: '2024-03-10T10:00:00', format: 'aside' });
    await post('Post sticky', { date: '2023-03-10T10:00:00', sticky: true });
    await post('Unseen draft', { status: 'draft', categories: [ids.ships] });
    ids.page = (await create('/cms/v2/pages', { title: 'A page', content: 'Page words', status: 'publish' })).id;
    const content = 'First part\n\n<!--nextpage-->\n\nSecond part\n\n<!--nextpage-->\n\nThird part';
    ids.long = (await post('Long one', { slug: 'long-one', date: '2022-01-01T10:00:00', content })).id;
  });
  after(async () => {
    await close(node);
    assert.deepEqual(node.site.errors, []);
  });

  const get = (path: string) => fetch(origin + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const read = async (path: string): Promise<string> => {
    const response = await get(path);
    assert.equal(response.status, 200, path);
    return response.text();
  };
  /** Returns the titles of the posts that a page lists. */
  const listed = async (path: string) =>
    [...(await read(path)).matchAll(/<h2 class="[^"]*wp-block-post-title"><a [^>]*>([^<]*)/g)].map(
      ([, title]) => title,
    );
  const writeTemplate = (slug: string, content: string) =>
    create('/cms/v2/templates', { slug, title: slug, content, status: 'publish' });
  const loop =
    '<!-- wp:query {"query":{"inherit":true}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title {"isLink":true} /--><!-- /wp:post-template --><!-- wp:query-pagination --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->';

  const lists: readonly (readonly [path: string, titles: readonly string[]])[] = [
    ['/', ['Post sticky', 'Post five', 'Post four']],
    ['/page/2/', ['Post three', 'Post two']],
    ['/category/sea-shore/', ['Post five', 'Post four']],
    ['/category/sea-shore/page/3/', ['Post one']],
    ['/category/sea-shore/ships/', ['Post five', 'Post four']],
    ['/tag/calm/page/2/', ['Post three', 'Post two']],
    ['/author/admin/', ['Post five', 'Post four']],
    ['/2025/', ['Post five', 'Post four']],
    ['/2025/03/', ['Post three']],
    ['/2025/03/10/', ['Post three']],
    ['/type/aside/', ['Post aside']],
    ['/?s=three', ['Post three']],
    ['/?s=page+words', ['A page']],
    ['/?s=unseen', []],
  ];
  for (const [path, titles] of lists)
    it(`lists the entries of ${path}`, async () => assert.deepEqual(await listed(path), titles));

  it('describes archives', async () => {
    const html = await read('/category/sea-shore/');
    assert.match(html, /<h1 class="wp-block-query-title">Category: <span>Sea &amp; shore<\/span><\/h1>/);
    assert.match(html, /<div class="wp-block-term-description">By the <em>sea<\/em>/);
    assert.match(await read('/2025/03/'), /Month: <span>March 2025<\/span>/);
    assert.match(await read('/?s=%3Cb%3Ethree'), /Search results for “&lt;b&gt;three”/);
  });

  it('links the pages of archives', async () => {
    const html = await read('/tag/calm/page/2/');
    assert.match(html, /<a class="wp-block-query-pagination-previous" href="http:\/\/site\.test\/tag\/calm\/">/);
    assert.match(html, /<a class="wp-block-query-pagination-next" href="http:\/\/site\.test\/tag\/calm\/page\/3\/">/);
    assert.match(html, /<span aria-current="page" class="page-numbers current">2<\/span>/);
    assert.match(await read('/?s=post'), /href="http:\/\/site\.test\/page\/2\/\?s=post"/);
  });

  const missing = [
    ...['/page/9/', '/page/0/', '/page/9999999999/', '/category/sea-shore/page/9/', '/category/other/'],
    ...['/2019/', '/2025/13/', '/2025/02/30/', '/type/quote/', '/type/standard/', '/author/nobody/', '/?paged=x'],
    ...['/long-one/4/', '/long-one/0/', '/long-one/x/'],
  ];
  it('responds with the 404 page for pages that do not exist', async () => {
    for (const path of missing) {
      const response = await get(path);
      assert.equal(response.status, 404, path);
      assert.match(await response.text(), /<h1[^>]*>Page not found<\/h1>/, path);
    }
  });

  const redirects: readonly (readonly [path: string, to: string, status?: number])[] = [
    ['/category/sea-shore', '/category/sea-shore/'],
    ['/CATEGORY/Sea-Shore/', '/category/sea-shore/'],
    ['/2025/3/', '/2025/03/'],
    ['/page/1/', '/'],
    ['/long-one/page/2/', '/long-one/', 301],
    ['/long-one?page=2', '/long-one/2/', 301],
  ];
  it('redirects to the URL of a page', async () => {
    for (const [path, to] of redirects) {
      const { status, headers } = await get(path);
      assert.deepEqual([status, headers.get('location')], [301, `http://site.test${to}`], path);
    }
  });

  it('shows the pages of an entry', async () => {
    const first = await read('/long-one/');
    assert.ok(first.includes('First part') && !first.includes('Second part'));
    assert.match(first, /<a class="post-page-numbers" href="http:\/\/site\.test\/long-one\/2\/">2<\/a>/);
    const second = await read('/long-one/2/');
    assert.ok(second.includes('Second part') && !second.includes('First part') && !second.includes('Third part'));
    assert.match(second, /<span class="post-page-numbers current" aria-current="page">2<\/span>/);
  });

  it('links the posts before and after a post', async () => {
    const html = await read('/post-three/');
    assert.match(html, /<a href="http:\/\/site\.test\/post-two\/" rel="prev">/);
    assert.match(html, /<a href="http:\/\/site\.test\/post-four\/" rel="next">/);
  });

  it('shows other pages of a query with its own list', async () => {
    const query =
      '<!-- wp:query {"queryId":4,"query":{"perPage":1,"postType":"post","orderBy":"date","order":"asc","offset":1}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title {"isLink":true} /--><!-- /wp:post-template --><!-- wp:query-pagination --><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->';
    await writeTemplate('page-with-query', query);
    await create('/cms/v2/pages', {
      title: 'With query',
      slug: 'with-query',
      status: 'publish',
      template: 'page-with-query',
    });
    assert.deepEqual(await listed('/with-query/'), ['Post sticky']);
    assert.match(await read('/with-query/'), /href="http:\/\/site\.test\/with-query\/\?query-4-page=2"/);
    assert.deepEqual(await listed('/with-query/?query-4-page=2&other=1'), ['Post aside']);
    assert.deepEqual(await listed('/with-query/?query-5-page=2'), ['Post sticky']);
  });

  describe('templates', () => {
    it('are chosen from the most specific to the most general one, and changes apply at once', async () => {
      await writeTemplate('category', `<p>Template of categories</p>${loop}`);
      assert.match(await read('/category/sea-shore/'), /Template of categories/);
      await writeTemplate('category-ships', `<p>Template of ships</p>${loop}`);
      assert.match(await read('/category/sea-shore/ships/'), /Template of ships/);
      assert.match(await read('/category/sea-shore/'), /Template of categories/);
      assert.doesNotMatch(await read('/tag/calm/'), /Template of/);
    });
  });

  describe('a static front page', () => {
    before(() => set({ show_on_front: 'page', page_on_front: ids.page }));
    after(() => set({ show_on_front: 'posts', page_on_front: 0, page_for_posts: 0 }));

    it('replaces the latest posts', async () => {
      assert.match(await read('/'), /Page words/);
      assert.equal((await get('/page/2/')).status, 404);
    });

    it('leaves the latest posts to another page', async () => {
      const { id } = await create('/cms/v2/pages', { title: 'News', content: 'Unseen content', status: 'publish' });
      await set({ page_for_posts: id });
      assert.deepEqual(await listed('/news/'), ['Post sticky', 'Post five', 'Post four']);
      assert.deepEqual(await listed('/news/page/2/'), ['Post three', 'Post two']);
      assert.doesNotMatch(await read('/news/'), /Unseen/);
    });
  });
});
