// Tests the list of the entries that use a media item: what counts as a use, who finds which entries, and what a request may cost.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import type { Caller } from './site.ts';

interface Use {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly uses: readonly string[];
  readonly may_edit: boolean;
}

describeEachEngine('uses of a file', (engine) => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ database: await engine.open() });
  });
  after(() => site.close());

  const upload = async (name: string, caller: Caller = 'author') =>
    (await site.upload(caller, name, await createImage(400, 300))).body;
  const usesOf = async (id: number, caller: Caller = 'administrator', query = ''): Promise<Use[]> =>
    (await site.request(caller, 'GET', `/octavo/v1/media/${id}/uses${query}`)).body;
  const titlesOf = async (id: number, caller?: Caller) => (await usesOf(id, caller)).map(({ title }) => title).sort();
  const post = (title: string, content: string, more: object = {}, caller: Caller = 'administrator') =>
    site.create('/cms/v2/posts', { title, content, status: 'publish', ...more }, caller);

  it('are found by URL, by ID, in shortcodes and as featured images', async () => {
    const image = await upload('harbor.png');
    const medium = image.media_details.sizes.medium.source_url;
    await post('Main file', `<p><img src="${image.source_url}" alt=""></p>`);
    await post('A size', `<!-- wp:image --><figure><img src="${medium}" alt=""/></figure><!-- /wp:image -->`);
    await post('Another host', `<a href="https://cdn.example/wp-content${new URL(image.source_url).pathname}">x</a>`);
    await post('By ID', `<img class="size-large wp-image-${image.id}" src="https://cdn.example/x.png" alt="">`);
    await post('Gallery', `[gallery columns="2" ids="999999,${image.id},5"]`);
    await post('Featured', 'Nothing in the text', { featured_media: image.id });
    await post('Both', `<img src="${medium}" alt="">`, { featured_media: image.id });
    await post('Draft', `<img src="${medium}" alt="">`, { status: 'draft' });
    await site.create('/cms/v2/pages', { title: 'Page', content: image.source_url, status: 'private' });
    const trashed = await post('Trash', image.source_url);
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${trashed.id}`);

    await post('Another file', image.source_url.replace('harbor', 'harbor-1'));
    await post('Longer ID', `<img class="wp-image-${image.id}1" src="https://cdn.example/x.png" alt="">`);
    await post('Another gallery', `[gallery ids="1${image.id},${image.id}1"]`);
    await post('No gallery', `The numbers are 1,${image.id},5.`);
    await post('Another featured image', '', { featured_media: (await upload('other.png')).id });

    const uses = await usesOf(image.id, 'administrator', '?per_page=100');
    assert.deepEqual(
      uses.map(({ title, uses: kinds }) => `${title}: ${kinds.join(' ')}`).sort(),
      [
        'A size: content',
        'Another host: content',
        'Both: featured_media content',
        'By ID: content',
        'Draft: content',
        'Featured: featured_media',
        'Gallery: content',
        'Main file: content',
        'Page: content',
        'Trash: content',
      ].sort(),
    );
    assert.deepEqual(uses.find(({ title }) => title === 'Page')?.status, 'private');
    assert.deepEqual([...new Set(uses.map(({ type }) => type))].sort(), ['page', 'post']);
    const compatible = await site.requestCompatible('administrator', 'GET', `/octavo/v1/media/${image.id}/uses`);
    assert.equal(compatible.headers['X-WP-Total'], '10');
  });

  it('are still found after the file was replaced', async () => {
    const image = await upload('again.png');
    await post('Old size', `<img src="${image.media_details.sizes.medium.source_url}" alt="">`);
    const replaced = await site.sendBody(
      'author',
      'POST',
      `/octavo/v1/media/${image.id}/file`,
      await createImage(300, 900),
      { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="new.png"' },
    );
    assert.equal(replaced.status, 200);
    await post('New size', `<img src="${replaced.body.media_details.sizes.medium.source_url}" alt="">`);
    assert.deepEqual(await titlesOf(image.id), ['New size', 'Old size']);
  });

  it('are found for names with letters that URLs encode', async () => {
    const image = await upload('写真.png');
    assert.ok(image.source_url.includes('%'), image.source_url);
    await post('Encoded', `<img src="${image.source_url}" alt="">`);
    await post('Not encoded', `<img src="${decodeURIComponent(image.source_url)}" alt="">`);
    assert.deepEqual(await titlesOf(image.id), ['Encoded', 'Not encoded']);
  });

  it('are listed in pages, with the last changed entry first', async () => {
    const image = await upload('many.png');
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await post(`Entry ${n}`, image.source_url)).id);
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        site.request('author', 'GET', `/octavo/v1/media/${image.id}/uses?per_page=2&page=${page}`),
      ),
    );
    assert.deepEqual(
      pages.map(({ headers }) => headers['X-CMS-Total']),
      ['5', '5', '5'],
    );
    assert.deepEqual(
      pages.flatMap(({ body }) => body.map(({ id }: Use) => id)),
      ids,
    );
    for (const query of ['per_page=0', 'per_page=101', 'page=0', 'page=1001']) {
      const response = await site.request('author', 'GET', `/octavo/v1/media/${image.id}/uses?${query}`);
      assert.deepEqual([response.status, response.body.code], [400, 'rest_invalid_param'], query);
    }
  });

  it('check 11: contain only entries that the caller may read', async () => {
    const image = await upload('secret.png');
    const { source_url: url, id } = image;
    await post('Public', url);
    await post('Private', url, { status: 'private' });
    await post('Password', url, { password: 'secret' });
    await post('Password, featured', '', { password: 'secret', featured_media: id });
    await post('Draft of the administrator', url, { status: 'draft' });
    await post('Draft of the author', url, { status: 'draft' }, 'author');
    await post('Password of the author', url, { password: 'secret' }, 'author');
    const all = [
      'Draft of the administrator',
      'Draft of the author',
      'Password',
      'Password of the author',
      'Password, featured',
      'Private',
      'Public',
    ];
    assert.deepEqual(await titlesOf(id, 'administrator'), all);
    assert.deepEqual(await titlesOf(id, 'editor'), all);
    assert.deepEqual(await titlesOf(id, 'author'), ['Draft of the author', 'Password of the author', 'Public']);
    const { headers } = await site.request('author', 'GET', `/octavo/v1/media/${id}/uses?per_page=1`);
    assert.equal(headers['X-CMS-Total'], '3', 'the total does not count other entries');
    assert.deepEqual((await usesOf(id, 'author')).map(({ title, may_edit }) => `${title} ${may_edit}`).sort(), [
      'Draft of the author true',
      'Password of the author true',
      'Public false',
    ]);
  });

  it('are listed for users who may edit the file', async () => {
    const { id } = await upload('own.png');
    const statuses: [Caller, number][] = [
      ['anonymous', 401],
      ['subscriber', 403],
      ['contributor', 403],
      ['other', 403],
      ['author', 200],
      ['editor', 200],
      ['administrator', 200],
    ];
    for (const [caller, status] of statuses) {
      const response = await site.request(caller, 'GET', `/octavo/v1/media/${id}/uses`);
      assert.equal(response.status, status, caller);
      assert.equal(response.body.code, status === 200 ? undefined : 'rest_cannot_edit', caller);
    }
    const missing = await site.request('administrator', 'GET', '/octavo/v1/media/999999/uses');
    assert.deepEqual([missing.status, missing.body.code], [404, 'rest_post_invalid_id']);
    assert.deepEqual(site.errors, []);
  });
});
