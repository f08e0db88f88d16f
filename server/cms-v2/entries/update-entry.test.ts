import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

const site = await openTestSite();
const posts = '/cms/v2/posts';

describe('an entry restored from the trash', () => {
  const trashed = async (json: object) => {
    const { id } = await site.create(posts, { title: 'Swept', ...json });
    await site.request('administrator', 'DELETE', `${posts}/${id}`);
    return `${posts}/${id}`;
  };
  const changed = async (path: string, json: object) => {
    const { status, body } = await site.request('administrator', 'POST', path, json);
    return [status, body.status, body.slug];
  };

  it('gets its previous slug, regardless of a submitted slug (posts-and-pages.md §9)', async () => {
    const published = await trashed({ status: 'publish', slug: 'swept' });
    assert.deepEqual(await changed(published, { slug: 'meanwhile' }), [200, 'trash', 'meanwhile']);
    assert.deepEqual(await changed(published, { status: 'publish', slug: 'another' }), [200, 'publish', 'swept']);
    assert.deepEqual(await changed(published, { slug: 'another' }), [200, 'publish', 'another']);
  });

  it('gets its previous slug as a draft even if it is taken, and a free slug when it is published', async () => {
    const draft = await trashed({ slug: 'taken-meanwhile' });
    await site.create(posts, { title: 'Other', status: 'publish', slug: 'taken-meanwhile' });
    assert.deepEqual(await changed(draft, { status: 'draft', slug: 'x' }), [200, 'draft', 'taken-meanwhile']);
    assert.deepEqual(await changed(draft, { status: 'publish' }), [200, 'publish', 'taken-meanwhile-2']);
  });

  it('gets the submitted slug if it had none', async () => {
    const withoutSlug = await trashed({});
    assert.deepEqual(await changed(withoutSlug, { status: 'draft', slug: 'named' }), [200, 'draft', 'named']);
  });
});

describe('texts submitted as objects (posts-and-pages.md §5)', () => {
  const stored = async (path: string, json: object) => {
    const { body } = await site.request('administrator', 'POST', path, json);
    return [body.title.raw, body.content.raw, body.excerpt.raw];
  };

  it('can have a number in `raw`; an empty `raw` does not change the title', async () => {
    const { id } = await site.create(posts, { title: { raw: 5 }, content: { raw: true }, excerpt: { raw: 1.5 } });
    const path = `${posts}/${id}`;
    assert.deepEqual(await stored(path, {}), ['5', '1', '1.5']);
    for (const raw of ['', '0', 0, false, null, ['x'], { x: 1 }])
      assert.deepEqual(await stored(path, { title: { raw } }), ['5', '1', '1.5'], JSON.stringify(raw));
    assert.deepEqual(await stored(path, { content: { raw: 0 }, excerpt: { raw: false } }), ['5', '0', '']);
    assert.deepEqual(site.errors, []);
  });
});
