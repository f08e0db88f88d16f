import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// rendering.md §11: a slug `0` counts as not sent; terms-menus-and-blocks.md §1.3: the name gives one then.
test('a slug of zero counts as none, wherever one can be sent', async () => {
  const site = await openTestSite();
  for (const [rest, name] of Object.entries({ categories: 'name', tags: 'name', menus: 'name', pages: 'title' })) {
    const address = `/cms/v2/${rest}`;
    const made = await site.make(address, { [name]: 'First name', slug: '0', status: 'publish' });
    assert.equal(made.slug, 'first-name', rest);
    const changed = await site.ask('administrator', 'POST', `${address}/${made.id}`, { slug: '0' });
    assert.deepEqual([changed.status, changed.body.slug], [200, 'first-name'], rest);
  }
});

test('a name of zero gives a slug as any other', async () => {
  const site = await openTestSite();
  const { name, slug } = await site.make('/cms/v2/tags', { name: '0' });
  assert.deepEqual({ name, slug }, { name: '0', slug: '0' });
});
