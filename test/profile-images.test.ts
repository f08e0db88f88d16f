// Tests the profile images of users: who may set them, where they replace avatars, and what happens when the image or the user is deleted.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import type { Caller } from './site.ts';

describeEachEngine('profile images', (engine) => {
  let site: MediaSite;
  let time = Date.now();
  before(async () => {
    site = await openMediaSite({ database: await engine.open(), clock: () => time });
  });
  after(() => site.close());

  const pathOf = (user: number) => `/octavo/v1/users/${user}/profile-image`;
  const upload = async (name: string, width = 400, height = 300) =>
    (await site.upload('author', name, await createImage(width, height))).body;
  const set = (user: number, media: unknown, caller: Caller = 'administrator', headers = {}) =>
    site.request(caller, 'PUT', pathOf(user), { media }, headers);
  const remove = (user: number, caller: Caller = 'administrator') => site.request(caller, 'DELETE', pathOf(user));
  const readUser = async (id: number) => (await site.request('administrator', 'GET', `/cms/v2/users/${id}`)).body;
  const sizes = ['24', '48', '96'];
  const withUrl = (url: string) => Object.fromEntries(sizes.map((size) => [size, url]));
  const noImage = { media: 0, url: null };

  it('replace the avatars of the user, and of the comments that the user has written', async () => {
    const { author } = site.ids;
    const image = await upload('face.png');
    const post = await site.create('/cms/v2/posts', {
      title: 'Portrait',
      content: `<!-- wp:avatar {"userId":${author},"size":40} /--><!-- wp:latest-comments /-->`,
      ...{ status: 'publish', author },
    });
    const own = await site.create('/cms/v2/comments', { post: post.id, content: 'Mine' }, 'author');
    await site.request('administrator', 'POST', `/cms/v2/comments/${own.id}`, { status: 'approved' });
    await site.service.settings.set({ anonymous_comments: true });
    time += 60_000;
    const visitor = { author_name: 'Visitor', author_email: 'author@site.test' };
    const pretended = await site.create(
      '/cms/v2/comments',
      { post: post.id, content: 'Not theirs', ...visitor },
      'anonymous',
    );
    await site.service.settings.set({ anonymous_comments: null });
    await site.request('administrator', 'POST', `/cms/v2/comments/${pretended.id}`, { status: 'approved' });
    const readAll = async () => ({
      user: await readUser(author),
      list: (await site.request('administrator', 'GET', `/cms/v2/users?include=${author}`)).body[0],
      own: (await site.request('anonymous', 'GET', `/cms/v2/comments/${own.id}`)).body,
      pretended: (await site.request('anonymous', 'GET', `/cms/v2/comments/${pretended.id}`)).body,
      post: (await site.request('anonymous', 'GET', `/cms/v2/posts/${post.id}?_embed=author`)).body,
    });
    const without = await readAll();
    assert.match(without.user.avatar_urls['48'], /gravatar/);

    const { status, body } = await set(author, image.id, 'author');
    const url = image.media_details.sizes.thumbnail.source_url;
    assert.deepEqual([status, body], [200, { media: image.id, url }]);
    assert.deepEqual((await site.request('author', 'GET', pathOf(author))).body, { media: image.id, url });
    const after = await readAll();
    assert.deepEqual(after, {
      user: { ...without.user, avatar_urls: withUrl(url) },
      list: { ...without.list, avatar_urls: withUrl(url) },
      own: { ...without.own, author_avatar_urls: withUrl(url) },
      pretended: without.pretended,
      post: after.post,
    });
    assert.deepEqual(after.post._embedded.author[0].avatar_urls, withUrl(url));
    const sources = [...after.post.content.rendered.matchAll(/src="([^"]*)"/g)].map(([, source]) => source);
    assert.equal(
      sources.filter((source) => source === url).length,
      2,
      'in the block of the user, and beside the own comment',
    );
    assert.equal(sources.filter((source) => source?.includes('gravatar')).length, 1, 'beside the comment of a visitor');

    assert.deepEqual((await remove(author, 'author')).body, noImage);
    assert.deepEqual(await readAll(), without);
    assert.deepEqual((await remove(author, 'author')).status, 200, 'removing nothing is no error');
  });

  it('use a square file if there is one', async () => {
    const { editor } = site.ids;
    const small = await upload('small.png', 100, 60);
    assert.equal((await set(editor, small.id)).body.url, small.source_url);
    const square = await upload('square.png', 800, 800);
    assert.equal((await set(editor, square.id)).body.url, square.media_details.sizes.medium.source_url);
    await remove(editor);
  });

  it('are removed with the image and with the user', async () => {
    const { subscriber } = site.ids;
    const image = await upload('gone.png');
    const before = await readUser(subscriber);
    await set(subscriber, image.id, 'subscriber');
    assert.notDeepEqual(await readUser(subscriber), before);
    assert.equal((await site.request('author', 'DELETE', `/cms/v2/media/${image.id}?force=true`)).status, 200);
    assert.deepEqual(await readUser(subscriber), before);
    assert.deepEqual((await site.request('subscriber', 'GET', pathOf(subscriber))).body, noImage);

    const other = await upload('left.png');
    const { id } = await site.create('/cms/v2/users', {
      username: 'leaving',
      email: 'l@site.test',
      password: 'long password',
    });
    await set(id, other.id);
    assert.equal(
      (await site.request('administrator', 'DELETE', `/cms/v2/users/${id}?force=true&reassign=false`)).status,
      200,
    );
    assert.equal((await site.request('author', 'DELETE', `/cms/v2/media/${other.id}?force=true`)).status, 200);
  });

  it('must be images that the caller may view, and are set by users who may edit the user', async () => {
    const { author, subscriber } = site.ids;
    const image = await upload('allowed.png');
    assert.equal((await set(author, image.id, 'editor')).status, 403);
    assert.equal((await set(subscriber, image.id, 'author')).status, 403);
    assert.equal((await site.request('editor', 'GET', pathOf(author))).status, 403);
    assert.equal((await remove(author, 'editor')).status, 403);
    assert.equal((await set(author, image.id, 'anonymous')).status, 401);
    assert.equal((await set(9999, image.id)).status, 404);
    const { body: text } = await site.upload('author', 'a.txt', new Uint8Array(Buffer.from('text')));
    const post = await site.create('/cms/v2/posts', { title: 'No image' });
    const draft = await site.create('/cms/v2/posts', { title: 'Hidden' }, 'author');
    const hidden = await upload('hidden.png');
    await site.request('author', 'POST', `/cms/v2/media/${hidden.id}`, { post: draft.id });
    for (const id of [text.id, post.id, 99_999_999, hidden.id]) {
      const { status, body } = await set(subscriber, id, 'subscriber');
      assert.deepEqual([status, body.code], [400, 'rest_invalid_profile_image'], String(id));
    }
    assert.equal((await set(author, hidden.id, 'author')).status, 200, 'the author may view it');
    await remove(author);
    for (const id of [undefined, null, 0, -1, 'x', 1e300, [], {}])
      assert.equal((await set(author, id)).status, 400, String(id));
  });

  it('have versions', async () => {
    const { author } = site.ids;
    const image = await upload('version.png');
    const { etag } = await site.request('administrator', 'GET', pathOf(author));
    const match = { 'if-match': etag };
    assert.equal((await set(author, image.id, 'administrator', match)).status, 200);
    assert.equal((await set(author, image.id, 'administrator', match)).status, 412);
    const removal = await site.request('administrator', 'DELETE', pathOf(author), undefined, match);
    assert.equal(removal.status, 412);
    await remove(author);
  });

  it('are not displayed if avatars are disabled', async () => {
    const { author } = site.ids;
    await set(author, (await upload('disabled.png')).id);
    await site.service.settings.set({ show_avatars: false });
    assert.equal((await readUser(author)).avatar_urls, undefined);
    await site.service.settings.set({ show_avatars: null });
    await remove(author);
  });
});
