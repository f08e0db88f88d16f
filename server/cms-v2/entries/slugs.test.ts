import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// See posts-and-pages.md §9 (reserved slugs) and terms-menus-and-blocks.md §5 (the slug of an untitled block is its ID).
test('numeric slugs are reserved only for types in whose URLs they would be mistaken for dates or pages', async () => {
  const site = await openTestSite();
  const slugOf = async (type: string) => {
    const { id, slug } = await site.create(`/cms/v2/${type}`, { content: 'x', status: 'publish' });
    return slug.replace(String(id), 'ID');
  };
  assert.equal(await slugOf('posts'), 'ID-2');
  assert.equal(await slugOf('pages'), 'ID-2');
  assert.equal(await slugOf('blocks'), 'ID');
  assert.equal(await slugOf('navigation'), 'ID');
});

test('feed names are reserved for every type', async () => {
  const site = await openTestSite();
  for (const type of ['posts', 'pages', 'blocks', 'navigation'])
    assert.equal((await site.create(`/cms/v2/${type}`, { title: 'Feed', status: 'publish' })).slug, 'feed-2', type);
});
