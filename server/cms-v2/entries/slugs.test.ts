import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// posts-and-pages.md §9, Reserved; terms-menus-and-blocks.md §5: "Published without a title its slug is its id".
test('digits alone are reserved where they would be taken for dates or pages, and nowhere else', async () => {
  const site = await openTestSite();
  const slugOf = async (type: string) => {
    const { id, slug } = await site.make(`/cms/v2/${type}`, { content: 'x', status: 'publish' });
    return slug.replace(String(id), 'ID');
  };
  assert.equal(await slugOf('posts'), 'ID-2');
  assert.equal(await slugOf('pages'), 'ID-2');
  assert.equal(await slugOf('blocks'), 'ID');
  assert.equal(await slugOf('navigation'), 'ID');
});

test('names of feeds are reserved for every type', async () => {
  const site = await openTestSite();
  for (const type of ['posts', 'pages', 'blocks', 'navigation'])
    assert.equal((await site.make(`/cms/v2/${type}`, { title: 'Feed', status: 'publish' })).slug, 'feed-2', type);
});
