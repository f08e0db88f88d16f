import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

const site = await openTestSite();
const posts = '/cms/v2/posts';

describe('an entry that leaves the trash', () => {
  const trashed = async (json: object) => {
    const { id } = await site.make(posts, { title: 'Swept', ...json });
    await site.ask('administrator', 'DELETE', `${posts}/${id}`);
    return `${posts}/${id}`;
  };
  const changed = async (address: string, json: object) => {
    const { status, body } = await site.ask('administrator', 'POST', address, json);
    return [status, body.status, body.slug];
  };

  it('is called as before, whatever slug is sent with the change (posts-and-pages.md §9)', async () => {
    const published = await trashed({ status: 'publish', slug: 'swept' });
    assert.deepEqual(await changed(published, { slug: 'meanwhile' }), [200, 'trash', 'meanwhile']);
    assert.deepEqual(await changed(published, { status: 'publish', slug: 'another' }), [200, 'publish', 'swept']);
    assert.deepEqual(await changed(published, { slug: 'another' }), [200, 'publish', 'another']);
  });

  it('as a draft has that slug even if it is taken by now, and another one when it is published', async () => {
    const draft = await trashed({ slug: 'taken-meanwhile' });
    await site.make(posts, { title: 'Rival', status: 'publish', slug: 'taken-meanwhile' });
    assert.deepEqual(await changed(draft, { status: 'draft', slug: 'x' }), [200, 'draft', 'taken-meanwhile']);
    assert.deepEqual(await changed(draft, { status: 'publish' }), [200, 'publish', 'taken-meanwhile-2']);
  });

  it('takes the slug that is sent where it had none', async () => {
    const nameless = await trashed({});
    assert.deepEqual(await changed(nameless, { status: 'draft', slug: 'named' }), [200, 'draft', 'named']);
  });
});

describe('texts sent as objects (posts-and-pages.md §5)', () => {
  const stored = async (address: string, json: object) => {
    const { body } = await site.ask('administrator', 'POST', address, json);
    return [body.title.raw, body.content.raw, body.excerpt.raw];
  };

  it('may have a number in `raw`, and what is empty there leaves the title alone', async () => {
    const { id } = await site.make(posts, { title: { raw: 5 }, content: { raw: true }, excerpt: { raw: 1.5 } });
    const address = `${posts}/${id}`;
    assert.deepEqual(await stored(address, {}), ['5', '1', '1.5']);
    for (const raw of ['', '0', 0, false, null, ['x'], { x: 1 }])
      assert.deepEqual(await stored(address, { title: { raw } }), ['5', '1', '1.5'], JSON.stringify(raw));
    assert.deepEqual(await stored(address, { content: { raw: 0 }, excerpt: { raw: false } }), ['5', '0', '']);
    assert.deepEqual(site.faults, []);
  });
});
