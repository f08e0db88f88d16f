import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// A slug of `0` counts as not submitted (rendering.md §11), so the slug is derived from the name (terms-menus-and-blocks.md §1.3).
test('a slug of zero counts as not submitted on every resource', async () => {
  const site = await openTestSite();
  for (const [rest, name] of Object.entries({ categories: 'name', tags: 'name', menus: 'name', pages: 'title' })) {
    const path = `/cms/v2/${rest}`;
    const created = await site.create(path, { [name]: 'First name', slug: '0', status: 'publish' });
    assert.equal(created.slug, 'first-name', rest);
    const updated = await site.request('administrator', 'POST', `${path}/${created.id}`, { slug: '0' });
    assert.deepEqual([updated.status, updated.body.slug], [200, 'first-name'], rest);
  }
});

test('a name of zero gives the slug zero', async () => {
  const site = await openTestSite();
  const { name, slug } = await site.create('/cms/v2/tags', { name: '0' });
  assert.deepEqual({ name, slug }, { name: '0', slug: '0' });
});
