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

test('generated slugs are the first free ones for the titles', async () => {
  const site = await openTestSite();
  const create = async (json: object) => {
    const { body } = await site.request('administrator', 'POST', '/cms/v2/posts', { status: 'publish', ...json });
    return body.generated_slug;
  };
  assert.equal(await create({ title: 'Tea' }), 'tea');
  assert.equal(await create({ title: 'Tea' }), 'tea-2');
  assert.equal(await create({ title: 'Tea', slug: 'green' }), 'tea-3');
  assert.equal(await create({ title: 'Feed' }), 'feed-2');
  for (const n of [4, 5, 6]) assert.equal(await create({ title: 'Tea', slug: `tea-${n - 1}` }), `tea-${n - 1}`);
  const { body: listed } = await site.request(
    'administrator',
    'GET',
    '/cms/v2/posts?context=edit&_fields=title,slug,generated_slug',
  );
  const bySlug = Object.fromEntries(
    (listed as { slug: string; generated_slug: string }[]).map(({ slug, generated_slug }) => [slug, generated_slug]),
  );
  assert.deepEqual(
    ['tea', 'tea-2', 'green', 'tea-5', 'feed-2'].map((slug) => bySlug[slug]),
    ['tea', 'tea-2', 'tea-6', 'tea-5', 'feed-2'],
  );
});
