// Tests media: uploads are atomic, files are deleted together with their media items, and permissions
// (media-fonts-and-oembed.md, A).
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { pruneFiles } from '../server/cms-v2/media/store-files.ts';
import type { FileStore } from '../server/files/store.ts';
import { StoreFullError, StoreUnavailableError } from '../server/files/store.ts';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import type { Caller } from './site.ts';

describeEachEngine('media', (engine) => {
  let site: MediaSite;
  let now = Date.parse('2026-05-05T12:00:00Z');
  let failing: (() => Error) | undefined;
  before(async () => {
    const database = await engine.open();
    site = await openMediaSite({
      database,
      clock: () => now,
      wrapStore: (store) => withFailures(store, () => failing?.()),
    });
  });
  after(() => site.close());

  const deleteAll = async () => {
    for (const { id } of (
      await site.request('administrator', 'GET', '/cms/v2/media?status=inherit,private&per_page=100')
    ).body)
      await site.request('administrator', 'DELETE', `/cms/v2/media/${id}?force=true`);
    assert.deepEqual(await site.storedPaths(), []);
    assert.deepEqual(await site.referencedPaths(), []);
    assert.deepEqual(await site.temporaryPaths(), []);
    assert.deepEqual(site.errors, []);
  };

  it('an image is stored with its sizes, and all are deleted together', async () => {
    const made = await site.upload('author', 'wide.png', await createImage(640, 480));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual(await site.storedPaths(), [
      '2026/05/wide-150x150.png',
      '2026/05/wide-300x225.png',
      '2026/05/wide.png',
    ]);
    assert.deepEqual(await site.referencedPaths(), await site.storedPaths());
    assert.deepEqual(Object.keys(made.body.media_details.sizes), ['medium', 'thumbnail', 'full']);
    assert.equal(made.headers['X-CMS-Upload-Attachment-Id'], String(made.body.id));
    await deleteAll();
  });

  it('the URL of the site icon is in the index', async () => {
    const siteIconUrl = async () => (await site.request('anonymous', 'GET', '/')).body.site_icon_url;
    assert.equal(await siteIconUrl(), '');
    const { body } = await site.upload('author', 'icon.png', await createImage(1600, 1600));
    await site.service.settings.set({ site_icon: body.id });
    assert.equal(await siteIconUrl(), 'http://site.test/uploads/2026/05/icon-768x768.png');
    await deleteAll();
    assert.equal(await siteIconUrl(), '');
    await site.service.settings.set({ site_icon: 0 });
  });

  it('comments on a file have the visibility of the entry that the file is attached to', async () => {
    const post = await site.create('/cms/v2/posts', { title: 'Hidden', status: 'private' });
    const { body: file } = await site.upload(
      'administrator',
      'seen.png',
      await createImage(10, 10),
      `?post=${post.id}`,
    );
    const { id } = await site.create('/cms/v2/comments', { post: file.id, content: 'Words' });
    const visibility = async (caller: Caller) => {
      const [one, many] = [`/cms/v2/comments/${id}`, `/cms/v2/comments?post=${file.id}`];
      const found = [(await site.request(caller, 'GET', one)).status, (await site.request(caller, 'GET', many)).status];
      const all = (await site.request(caller, 'GET', '/cms/v2/comments?per_page=100')).body as { id: number }[];
      return [...found, all.some((each) => each.id === id)];
    };
    assert.deepEqual(await visibility('subscriber'), [403, 403, false]);
    assert.deepEqual(await visibility('anonymous'), [401, 401, false]);
    assert.deepEqual(await visibility('editor'), [200, 200, true]);
    await site.request('administrator', 'POST', `/cms/v2/posts/${post.id}`, { status: 'publish' });
    assert.deepEqual(await visibility('anonymous'), [200, 200, true]);
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${post.id}?force=true`);
    await deleteAll();
  });

  it('fields of a form are stored with its file', async () => {
    const made = await site.sendForm('author', [
      { name: 'title', value: 'Título' },
      { name: 'caption', value: 'A <b>caption</b>' },
      { name: 'alt_text', value: ' two\n words ' },
      { name: 'file', filename: 'ü.png', type: 'image/png', value: await createImage(10, 10) },
      { name: 'description', value: 'Behind the file' },
    ]);
    const { title, caption, alt_text, description, filename } = made.body;
    assert.deepEqual(
      [title.raw, caption.raw, alt_text, description.raw, filename],
      ['Título', 'A <b>caption</b>', 'two words', 'Behind the file', 'u.png'],
    );
    await deleteAll();
  });

  it('a rejected upload leaves no files and no rows', async () => {
    const bytes = await createImage(400, 300);
    const hash = createHash('md5').update('other').digest('hex');
    const rejected = [
      await site.upload('author', 'a.png', bytes, '?featured_media=1'),
      await site.upload('administrator', 'a.png', bytes, '?author=99999'),
      await site.upload('author', 'a.png', bytes, '?post=99999'),
      await site.upload('author', 'a.png', bytes, '?status=nonsense'),
      await site.upload('author', 'a.png', bytes, '', { 'content-md5': hash }),
      await site.upload('subscriber', 'a.png', bytes),
      await site.upload('anonymous', 'a.png', bytes),
      await site.upload('author', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ];
    assert.deepEqual(
      rejected.map(({ status, body }) => [status, body.code]),
      [
        [400, 'rest_no_featured_media'],
        [400, 'rest_invalid_author'],
        [403, 'rest_cannot_edit'],
        [400, 'rest_invalid_param'],
        [412, 'rest_upload_hash_mismatch'],
        [403, 'rest_cannot_create'],
        [401, 'rest_cannot_create'],
        [400, 'rest_upload_sideload_error'],
      ],
    );
    await deleteAll();
  });

  it('a full or unavailable store causes a clear error, and no files or rows are left', async () => {
    const bytes = await createImage(400, 300);
    for (const [error, code] of [
      [new StoreFullError('full'), 'rest_storage_full'],
      [new StoreUnavailableError('away'), 'rest_storage_unavailable'],
    ] as const) {
      let puts = 0;
      // Storing the second of three files fails.
      failing = () => (++puts === 2 ? error : (undefined as never));
      const response = await site.upload('author', 'a.png', bytes);
      failing = undefined;
      assert.deepEqual([response.status, response.body.code], [503, code]);
      assert.equal(response.headers['Retry-After'] !== undefined, true);
    }
    await deleteAll();
  });

  it('the name of a deleted file is available again, and duplicate names get a number', async () => {
    const bytes = await createImage(10, 10);
    const names = async () => (await site.upload('author', 'twin.png', bytes)).body.filename;
    assert.deepEqual([await names(), await names()], ['twin.png', 'twin-1.png']);
    await deleteAll();
    assert.equal(await names(), 'twin.png');
    await deleteAll();
  });

  it('twenty concurrent uploads with the same name get unique names', async () => {
    const bytes = await createImage(10, 10);
    const made = await Promise.all(Array.from({ length: 20 }, () => site.upload('author', 'many.png', bytes)));
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(made.map(({ body }) => body.source_url)).size, 20);
    assert.equal((await site.storedPaths()).length, 20);
    await deleteAll();
  });

  it('maintenance deletes unreferenced files once they are old', async () => {
    const made = await site.upload('author', 'left.txt', Buffer.from('text'));
    // Simulates a crash after the media item was deleted and before its file was deleted.
    failing = () => new StoreUnavailableError('away');
    await site.request('administrator', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    failing = undefined;
    assert.deepEqual(await site.storedPaths(), ['2026/05/left.txt']);
    assert.equal(await pruneFiles(site.service.media), 0, 'recent files are not deleted');
    now += 2 * 3600 * 1000;
    assert.equal(await pruneFiles(site.service.media), 1);
    await deleteAll();
  });

  it('a file has the visibility of the entry that it is attached to (A5)', async () => {
    const callers: Caller[] = ['anonymous', 'subscriber', 'contributor', 'other', 'author', 'editor', 'administrator'];
    const table: readonly (readonly [state: string, ...seen: (200 | 401 | 403)[]])[] = [
      ['publish', 200, 200, 200, 200, 200, 200, 200],
      ['draft', 401, 403, 403, 403, 200, 200, 200],
      ['private', 401, 403, 403, 403, 200, 200, 200],
      ['trash', 401, 200, 200, 200, 200, 200, 200],
      ['own', 401, 403, 403, 403, 200, 200, 200],
    ];
    for (const [state, ...visibility] of table) {
      const { id: post } = await site.create(
        '/cms/v2/posts',
        { title: state, status: state === 'draft' || state === 'private' ? state : 'publish' },
        'author',
      );
      const { body } = await site.upload(
        'author',
        `${state}.txt`,
        Buffer.from('text'),
        `?post=${post}${state === 'own' ? '&status=private' : ''}`,
      );
      if (state === 'trash') await site.request('administrator', 'DELETE', `/cms/v2/posts/${post}`);
      const single = await Promise.all(
        callers.map(async (caller) => (await site.request(caller, 'GET', `/cms/v2/media/${body.id}`)).status),
      );
      assert.deepEqual(single, visibility, state);
      // Lists and totals include exactly the media items that the caller may read.
      const status = state === 'own' ? 'private' : 'inherit';
      for (const [at, caller] of callers.entries()) {
        const list = await site.request(caller, 'GET', `/cms/v2/media?include=${body.id}&status=${status}`);
        if (list.status !== 200) continue;
        const expected = visibility[at] === 200 ? '1' : '0';
        assert.equal(list.headers['X-CMS-Total'], expected, `${caller}, ${state}`);
        assert.equal(String(list.body.length), expected);
      }
      await site.request('administrator', 'DELETE', `/cms/v2/posts/${post}?force=true`);
      const after = await site.request('administrator', 'GET', `/cms/v2/media/${body.id}`);
      assert.equal(after.body.post, null, 'a file is not deleted together with the entry that it was attached to');
    }
    await deleteAll();
  });

  it('a featured image is hidden from callers who may not read it, and cleared when it is deleted', async () => {
    const { body: file } = await site.upload('author', 'pic.png', await createImage(10, 10), '?status=private');
    const post = await site.create('/cms/v2/posts', { title: 'x', status: 'publish', featured_media: file.id });
    assert.equal(post.featured_media, file.id);
    const links = async (caller: Caller) => (await site.request(caller, 'GET', `/cms/v2/posts/${post.id}?_embed`)).body;
    assert.equal((await links('anonymous'))._links['cms:featuredmedia'], undefined);
    assert.equal((await links('editor'))._embedded['cms:featuredmedia'][0].id, file.id);
    await site.request('administrator', 'DELETE', `/cms/v2/media/${file.id}?force=true`);
    assert.equal((await links('editor')).featured_media, 0);
    await deleteAll();
  });

  it('lists are filtered by type and parent, and searched by file name', async () => {
    const { id: post } = await site.create('/cms/v2/posts', { title: 'Holder', status: 'publish' });
    await site.upload('administrator', 'needle.png', await createImage(10, 10), `?post=${post}&title=One`);
    await site.upload('administrator', 'hay.txt', Buffer.from('text'), '?title=Two');
    const titles = async (query: string) =>
      (await site.request('anonymous', 'GET', `/cms/v2/media?${query}&orderby=id&order=asc`)).body.map(
        (each: { title: { rendered: string } }) => each.title.rendered,
      );
    assert.deepEqual(await titles('media_type=image'), ['One']);
    assert.deepEqual(await titles('media_type=text,image'), ['One', 'Two']);
    assert.deepEqual(await titles('mime_type=text/plain'), ['Two']);
    assert.deepEqual(await titles(`parent=${post}`), ['One']);
    assert.deepEqual(await titles('parent=0'), ['Two']);
    assert.deepEqual(await titles(`parent_exclude=${post}`), ['Two']);
    assert.deepEqual(await titles('search=needle'), ['One']);
    assert.deepEqual(await titles('search=two'), ['Two']);
    assert.deepEqual(await titles('status='), ['One', 'Two'], 'an empty parameter is ignored');
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${post}?force=true`);
    await deleteAll();
  });

  it('comments on a file and menu items for it link to its URL', async () => {
    const { id: post } = await site.create('/cms/v2/posts', { title: 'Holder', status: 'publish' });
    const { body: file } = await site.upload('administrator', 'free.png', await createImage(10, 10));
    const comment = await site.create('/cms/v2/comments', { post: file.id, content: 'Said' });
    const item = await site.create('/cms/v2/menu-items', {
      type: 'post_type',
      object: 'attachment',
      object_id: file.id,
    });
    const urls = async () => [
      (await site.request('administrator', 'GET', `/cms/v2/comments/${comment.id}`)).body.link,
      (await site.request('administrator', 'GET', `/cms/v2/menu-items/${item.id}`)).body.url,
    ];
    const links = (link: string) => [`${link}#comment-${comment.id}`, link];
    assert.deepEqual(await urls(), links('http://site.test/free/'));
    await site.request('administrator', 'POST', `/cms/v2/media/${file.id}`, { post });
    assert.deepEqual(await urls(), links('http://site.test/holder/free/'));
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${post}`);
    assert.deepEqual(await urls(), links(`http://site.test/?attachment_id=${file.id}`));
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${post}?force=true`);
    await deleteAll();
  });

  it('notes on a file are rejected, because files do not support them', async () => {
    const { body: file } = await site.upload('author', 'bare.png', await createImage(10, 10));
    const notes = async (caller: Caller) => {
      const { status, body } = await site.request(caller, 'GET', `/cms/v2/comments?type=note&post=${file.id}`);
      return [status, body.code];
    };
    assert.deepEqual(await notes('author'), [403, 'rest_comment_not_supported_post_type']);
    assert.deepEqual(await notes('contributor'), [403, 'rest_forbidden_param']);
    assert.deepEqual(await notes('anonymous'), [401, 'rest_forbidden_param']);
    await deleteAll();
  });

  it('permissions to edit and delete a file of an author', async () => {
    const callers: Caller[] = ['anonymous', 'subscriber', 'contributor', 'other', 'author', 'editor', 'administrator'];
    const { body: file } = await site.upload('author', 'own.png', await createImage(20, 10));
    const statusesOf = async (address: string, json: object) =>
      Promise.all(
        callers.map(
          async (caller) => (await site.request(caller, 'POST', `/cms/v2/media/${file.id}${address}`, json)).status,
        ),
      );
    assert.deepEqual(await statusesOf('', { title: 'New' }), [401, 403, 403, 403, 200, 200, 200]);
    assert.deepEqual(
      await statusesOf('/post-process', { action: 'create-image-subsizes' }),
      [401, 403, 403, 403, 200, 200, 200],
    );
    assert.deepEqual(await statusesOf('/finalize', {}), [401, 403, 403, 403, 200, 200, 200]);
    const rotation = { src: file.source_url, modifiers: [{ type: 'rotate', args: { angle: 90 } }] };
    assert.deepEqual(await statusesOf('/edit', rotation), [401, 403, 403, 403, 201, 201, 201]);
    for (const [at, caller] of callers.slice(0, 4).entries()) {
      const { status } = await site.request(caller, 'DELETE', `/cms/v2/media/${file.id}?force=true`);
      assert.equal(status, at === 0 ? 401 : 403);
    }
    await deleteAll();
  });
});

/**
 * Returns a file store whose `put` throws the current error if there is one. `delete` throws it only for left.txt, and only if
 * it is a StoreUnavailableError.
 */
function withFailures(store: FileStore, currentError: () => Error | undefined): FileStore {
  const orFail = async <T>(work: () => Promise<T>): Promise<T> => {
    const error = currentError();
    if (error) throw error;
    return work();
  };
  return {
    workFolder: store.workFolder,
    put: (to, from, type) => orFail(() => store.put(to, from, type)),
    open: (name) => store.open(name),
    openLocal: (name) => store.openLocal(name),
    move: (from, to) => store.move(from, to),
    delete: (name) =>
      currentError() instanceof StoreUnavailableError && name.endsWith('left.txt')
        ? Promise.reject(currentError())
        : store.delete(name),
  };
}

describe('media without a file store', () => {
  it('are rejected with a clear error', async () => {
    const { openTestSite } = await import('./site.ts');
    const site = await openTestSite();
    const response = await site.sendBody('author', 'POST', '/cms/v2/media', Buffer.from('x'), {
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename=a.txt',
    });
    assert.deepEqual([response.status, response.body.code], [503, 'rest_storage_unavailable']);
    await site.database.close();
  });
});
