// Tests unmodified existing clients at the compatible mount: they discover the service, page through lists, and create,
// update and delete records.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { createImage } from '../media-site.ts';
import type { Credentials, InProcessService } from '../service-in-process.ts';
import { startImportedService } from './imported-service.ts';

const require = createRequire(import.meta.url);

describe('existing clients', () => {
  let service: InProcessService;
  let user: Credentials;
  let published: number;
  before(async () => {
    ({ service, published } = await startImportedService());
    ({ user } = service);
  });
  after(() => service.close());

  it('wpapi discovers the service, builds its methods from the routes, and reads and writes', async () => {
    const WPAPI = require('wpapi');
    const site = await WPAPI.discover(`${service.origin}/`);
    assert.equal(typeof site.posts, 'function', 'the client has methods for the routes of the index');
    const seen: number[] = [];
    let page = await site.posts().perPage(7);
    for (;;) {
      seen.push(...page.map(({ id }: { id: number }) => id));
      if (!page._paging?.next) break;
      page = await page._paging.next;
    }
    assert.equal(new Set(seen).size, published);
    assert.equal(Number(page._paging.total), published);
    const [embedded] = await site.posts().perPage(1).embed();
    assert.ok(embedded._embedded['wp:term'].flat().length > 0);
    const writing = new WPAPI({
      endpoint: `${service.origin}/wp-json`,
      routes: await indexRoutes(service),
      ...user,
      auth: true,
    });
    const created = await writing.posts().create({ title: 'By wpapi', content: 'One', status: 'draft' });
    const changed = await writing.posts().id(created.id).update({ title: 'Changed by wpapi', status: 'publish' });
    assert.deepEqual([changed.id, changed.status, changed.title.raw], [created.id, 'publish', 'Changed by wpapi']);
    assert.equal((await site.posts().id(created.id)).title.rendered, 'Changed by wpapi');
    assert.equal((await site.posts().search('Changed by wpapi')).length, 1);
    assert.equal((await writing.posts().id(created.id).delete()).status, 'trash');
    assert.equal((await writing.posts().id(created.id).delete({ force: true })).deleted, true);
    const category = await writing.categories().create({ name: 'Made by wpapi' });
    assert.equal((await site.categories().slug('made-by-wpapi'))[0].id, category.id);
    assert.equal((await writing.users().me().context('edit')).username, 'admin');
    await assert.rejects(site.posts().id(created.id).get(), { code: 'rest_post_invalid_id' });
  });

  it('wpapi uploads a file, reads it back and embeds it in a post', async () => {
    const WPAPI = require('wpapi');
    const site = new WPAPI({
      endpoint: `${service.origin}/wp-json`,
      routes: await indexRoutes(service),
      ...user,
      auth: true,
    });
    const bytes = await createImage(640, 480);
    const file = await site
      .media()
      .file(bytes, 'quay.png')
      .create({ title: 'The quay', alt_text: 'A quay', caption: 'At noon', description: 'Seen from the south' });
    const read = await site.media().id(file.id).context('edit');
    assert.deepEqual(
      [read.title.raw, read.alt_text, read.caption.raw, read.description.raw, read.mime_type],
      ['The quay', 'A quay', 'At noon', 'Seen from the south', 'image/png'],
    );
    const stored = await fetch(read.source_url);
    assert.deepEqual([stored.status, stored.headers.get('content-type')], [200, 'image/png']);
    assert.ok(Buffer.from(await stored.arrayBuffer()).equals(bytes));
    const small = await fetch(read.media_details.sizes.medium.source_url);
    assert.equal(small.status, 200);
    await small.arrayBuffer();
    const post = await site.posts().create({ title: 'By the water', status: 'publish', featured_media: file.id });
    const embedded = await site.posts().id(post.id).embed();
    const [featuredMedia] = embedded._embedded['wp:featuredmedia'];
    assert.deepEqual(
      [featuredMedia.id, featuredMedia.source_url, featuredMedia.alt_text],
      [file.id, read.source_url, 'A quay'],
    );
    assert.equal((await site.media().id(file.id).delete({ force: true })).deleted, true);
    assert.equal((await site.posts().id(post.id)).featured_media, 0);
    await site.posts().id(post.id).delete({ force: true });
  });

  it('api-fetch reads, writes and batches through its own middlewares', async () => {
    const apiFetch = require('@wordpress/api-fetch').default;
    apiFetch.use(apiFetch.createRootURLMiddleware(`${service.origin}/wp-json/`));
    apiFetch.use((options: { headers?: object }, next: (options: object) => unknown) =>
      next({ ...options, headers: { ...options.headers, Authorization: service.authorization } }),
    );
    const all = await apiFetch({ path: '/wp/v2/posts?per_page=-1&_fields=id' });
    assert.equal(all.length, published, 'per_page=-1 pages through the whole list');
    const created = await apiFetch({
      path: '/wp/v2/pages',
      method: 'POST',
      data: { title: 'By api-fetch', status: 'publish' },
    });
    const changed = await apiFetch({ path: `/wp/v2/pages/${created.id}`, method: 'PUT', data: { title: 'Changed' } });
    assert.equal(changed.title.raw, 'Changed');
    const requests = ['One', 'Two'].map((title) => ({ path: '/wp/v2/posts', method: 'POST', body: { title } }));
    const batch = await apiFetch({
      path: '/batch/v1',
      method: 'POST',
      data: { validation: 'require-all-validate', requests },
    });
    assert.deepEqual(
      batch.responses.map(({ status }: { status: number }) => status),
      [201, 201],
    );
    assert.match(batch.responses[0].headers.Location, /\/wp-json\/wp\/v2\/posts\/\d+$/);
    await assert.rejects(apiFetch({ path: '/wp/v2/posts/999999' }), { code: 'rest_post_invalid_id' });
    const trashed = await apiFetch({ path: `/wp/v2/pages/${created.id}`, method: 'DELETE' });
    assert.equal(trashed.status, 'trash');
  });

  it('wordpress-api-client reads and writes with an application password', async () => {
    const { default: Client } = require('wordpress-api-client');
    const client = new Client(service.origin, {
      auth: { type: 'basic', username: user.username, password: user.password },
    });
    const posts = await client.post().find();
    assert.ok(posts.length > 0);
    const [first] = await client.post().find(posts[0].id);
    assert.equal(first.id, posts[0].id);
    const created = await client.post().create({ title: { rendered: 'By a typed client' }, status: 'draft' });
    const changed = await client.post().update({ title: { rendered: 'Changed by it' } }, created.id);
    assert.equal(changed.title.raw ?? changed.title.rendered, 'Changed by it');
    assert.ok((await client.postCategory().find()).length > 0);
    assert.ok(await client.post().delete(created.id));
  });
});

async function indexRoutes(service: InProcessService): Promise<object> {
  const response = await fetch(`${service.origin}/wp-json/`);
  return ((await response.json()) as { routes: object }).routes;
}
