// Tests the pages of lists of entries (posts-and-pages.md §14).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';

describeEachEngine('a list of entries', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
    for (const rest of ['posts', 'pages', 'blocks'])
      for (const title of ['one', 'two', 'three'])
        await site.create(`/cms/v2/${rest}`, { title, content: 'paging', status: 'publish' });
  });
  after(() => assert.deepEqual(site.errors, []));

  it('rejects a page beyond the last one, even with an offset', async () => {
    for (const rest of ['posts', 'pages', 'blocks']) {
      const ask = (query: string) => site.request('editor', 'GET', `/cms/v2/${rest}?search=paging&_fields=id&${query}`);
      for (const query of ['page=2', 'per_page=2&page=3', 'offset=1&page=2', 'offset=0&per_page=1&page=4']) {
        const { status, body } = await ask(query);
        assert.deepEqual([status, body.code], [400, 'rest_post_invalid_page_number'], `${rest} ${query}`);
      }
      const { status, body, headers } = await ask('offset=1&per_page=1&page=3');
      assert.deepEqual([status, body.length, headers['X-CMS-Total']], [200, 1, '3'], rest);
    }
  });

  it('begins with sticky posts on page one, with or without an offset', async () => {
    const { id } = await site.create('/cms/v2/posts', {
      title: 'sticks',
      status: 'publish',
      date: '2001-01-01T00:00:00',
      sticky: true,
    });
    const ask = async (query: string) => {
      const path = `/cms/v2/posts?_fields=id&per_page=1&ignore_sticky=false&${query}`;
      return (await site.request('anonymous', 'GET', path)).body.map((post: { id: number }) => post.id === id);
    };
    assert.deepEqual(await ask(''), [true, false]);
    assert.deepEqual(await ask('offset=1'), [true, false]);
    assert.deepEqual(await ask('offset=1&page=2'), [false]);
    assert.deepEqual(await ask(`exclude=${id}`), [false]);
  });

  it('is empty and has a total of 0 if the offset is beyond the end, regardless of the page', async () => {
    for (const query of ['offset=3', 'offset=9&page=9', 'offset=3&per_page=1&page=2']) {
      const { status, body, headers } = await site.request('editor', 'GET', `/cms/v2/posts?search=paging&${query}`);
      assert.deepEqual([status, body, headers['X-CMS-Total'], headers['X-CMS-TotalPages']], [200, [], '0', '0'], query);
    }
  });

  it('ignores the sign of IDs, as do the site search and the list of revisions (posts-and-pages.md §1)', async () => {
    const page = await site.create('/cms/v2/pages', { title: 'signed', content: 'unsigned', status: 'publish' });
    const below = await site.create('/cms/v2/pages', { title: 'below', parent: page.id, status: 'publish' });
    await site.request('administrator', 'POST', `/cms/v2/pages/${page.id}`, { content: 'unsigned still' });
    const found = async (path: string) =>
      (await site.request('administrator', 'GET', path)).body.map(({ id }: { id: number }) => id);
    assert.deepEqual(await found(`/cms/v2/pages?include=-${page.id}`), [page.id]);
    assert.deepEqual(await found(`/cms/v2/pages?include=${page.id},${below.id}&exclude=-1&parent=-${page.id}`), [
      below.id,
    ]);
    assert.deepEqual(await found(`/cms/v2/pages?search=unsigned&exclude=-${page.id}`), []);
    assert.deepEqual(await found(`/cms/v2/pages?search=unsigned&author=-${site.ids.administrator}`), [page.id]);
    assert.deepEqual(await found(`/cms/v2/pages?search=unsigned&author_exclude=-${site.ids.administrator}`), []);
    assert.deepEqual(await found(`/cms/v2/search?search=unsigned&include=-${page.id}`), [page.id]);
    assert.deepEqual(await found(`/cms/v2/search?search=unsigned&exclude=-${page.id}`), []);
    const [latest] = await found(`/cms/v2/pages/${page.id}/revisions`);
    assert.deepEqual(await found(`/cms/v2/pages/${page.id}/revisions?include=-${latest}`), [latest]);
  });
});
