// Media from end to end: uploads are all or nothing, files go with their items, and who sees what (media-fonts-and-oembed.md, A).
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sweepFiles } from '../server/cms-v2/media/sweep.ts';
import type { FileStore } from '../server/files/store.ts';
import { StoreFull, StoreUnavailable } from '../server/files/store.ts';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';
import type { Person } from './site.ts';

describeEachEngine('media', (engine) => {
  let site: MediaSite;
  let now = Date.parse('2026-05-05T12:00:00Z');
  let failing: (() => Error) | undefined;
  before(async () => {
    const database = await engine.open();
    site = await openMediaSite({ database, clock: () => now, wrap: (store) => failable(store, () => failing?.()) });
  });
  after(() => site.close());

  const clean = async () => {
    for (const { id } of (await site.ask('administrator', 'GET', '/cms/v2/media?status=inherit,private&per_page=100'))
      .body)
      await site.ask('administrator', 'DELETE', `/cms/v2/media/${id}?force=true`);
    assert.deepEqual(await site.stored(), []);
    assert.deepEqual(await site.known(), []);
    assert.deepEqual(await site.working(), []);
    assert.deepEqual(site.faults, []);
  };

  it('a picture is stored with its sizes, and all go with it', async () => {
    const made = await site.upload('author', 'wide.png', await picture(640, 480));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual(await site.stored(), ['2026/05/wide-150x150.png', '2026/05/wide-300x225.png', '2026/05/wide.png']);
    assert.deepEqual(await site.known(), await site.stored());
    assert.deepEqual(Object.keys(made.body.media_details.sizes), ['medium', 'thumbnail', 'full']);
    assert.equal(made.headers['X-CMS-Upload-Attachment-Id'], String(made.body.id));
    await clean();
  });

  it('the icon of the site is told with its address', async () => {
    const told = async () => (await site.ask('anonymous', 'GET', '/')).body.site_icon_url;
    assert.equal(await told(), '');
    const { body } = await site.upload('author', 'icon.png', await picture(1600, 1600));
    await site.service.settings.set({ site_icon: body.id });
    assert.equal(await told(), 'http://site.test/uploads/2026/05/icon-768x768.png');
    await clean();
    assert.equal(await told(), '');
    await site.service.settings.set({ site_icon: 0 });
  });

  it('comments on a file are seen as the entry that the file belongs to', async () => {
    const post = await site.make('/cms/v2/posts', { title: 'Hidden', status: 'private' });
    const { body: file } = await site.upload('administrator', 'seen.png', await picture(10, 10), `?post=${post.id}`);
    const { id } = await site.make('/cms/v2/comments', { post: file.id, content: 'Words' });
    const seen = async (person: Person) => {
      const [one, many] = [`/cms/v2/comments/${id}`, `/cms/v2/comments?post=${file.id}`];
      const found = [(await site.ask(person, 'GET', one)).status, (await site.ask(person, 'GET', many)).status];
      const all = (await site.ask(person, 'GET', '/cms/v2/comments?per_page=100')).body as { id: number }[];
      return [...found, all.some((each) => each.id === id)];
    };
    assert.deepEqual(await seen('subscriber'), [403, 403, false]);
    assert.deepEqual(await seen('anonymous'), [401, 401, false]);
    assert.deepEqual(await seen('editor'), [200, 200, true]);
    await site.ask('administrator', 'POST', `/cms/v2/posts/${post.id}`, { status: 'publish' });
    assert.deepEqual(await seen('anonymous'), [200, 200, true]);
    await site.ask('administrator', 'DELETE', `/cms/v2/posts/${post.id}?force=true`);
    await clean();
  });

  it('what a form says beside the file is said of it', async () => {
    const made = await site.form('author', [
      { name: 'title', value: 'Título' },
      { name: 'caption', value: 'A <b>caption</b>' },
      { name: 'alt_text', value: ' two\n words ' },
      { name: 'file', filename: 'ü.png', type: 'image/png', value: await picture(10, 10) },
      { name: 'description', value: 'Behind the file' },
    ]);
    const { title, caption, alt_text, description, filename } = made.body;
    assert.deepEqual(
      [title.raw, caption.raw, alt_text, description.raw, filename],
      ['Título', 'A <b>caption</b>', 'two words', 'Behind the file', 'u.png'],
    );
    await clean();
  });

  it('a refusal leaves nothing behind', async () => {
    const bytes = await picture(400, 300);
    const hash = createHash('md5').update('other').digest('hex');
    const refused = [
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
      refused.map(({ status, body }) => [status, body.code]),
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
    await clean();
  });

  it('a store that is full or away is told in clear words, and nothing is left behind (check 44)', async () => {
    const bytes = await picture(400, 300);
    for (const [error, code] of [
      [new StoreFull('full'), 'rest_storage_full'],
      [new StoreUnavailable('away'), 'rest_storage_unavailable'],
    ] as const) {
      let puts = 0;
      // The second of three files cannot be stored.
      failing = () => (++puts === 2 ? error : (undefined as never));
      const answer = await site.upload('author', 'a.png', bytes);
      failing = undefined;
      assert.deepEqual([answer.status, answer.body.code], [503, code]);
      assert.equal(answer.headers['Retry-After'] !== undefined, true);
    }
    await clean();
  });

  it('a name is free again once its file is gone, and twins get numbers', async () => {
    const bytes = await picture(10, 10);
    const names = async () => (await site.upload('author', 'twin.png', bytes)).body.filename;
    assert.deepEqual([await names(), await names()], ['twin.png', 'twin-1.png']);
    await clean();
    assert.equal(await names(), 'twin.png');
    await clean();
  });

  it('twenty of one name at once all get names of their own', async () => {
    const bytes = await picture(10, 10);
    const made = await Promise.all(Array.from({ length: 20 }, () => site.upload('author', 'many.png', bytes)));
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(made.map(({ body }) => body.source_url)).size, 20);
    assert.equal((await site.stored()).length, 20);
    await clean();
  });

  it('the sweeper removes what no entry has, once it is old', async () => {
    const made = await site.upload('author', 'left.txt', Buffer.from('text'));
    // As after a crash between the entry's removal and that of its file.
    failing = () => new StoreUnavailable('away');
    await site.ask('administrator', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    failing = undefined;
    assert.deepEqual(await site.stored(), ['2026/05/left.txt']);
    assert.equal(await sweepFiles(site.service.media), 0, 'an upload may still be under way');
    now += 2 * 3600 * 1000;
    assert.equal(await sweepFiles(site.service.media), 1);
    await clean();
  });

  it('a file is seen by those who see what it belongs to (A5)', async () => {
    const people: Person[] = ['anonymous', 'subscriber', 'contributor', 'other', 'author', 'editor', 'administrator'];
    const table: readonly (readonly [state: string, ...seen: (200 | 401 | 403)[]])[] = [
      ['publish', 200, 200, 200, 200, 200, 200, 200],
      ['draft', 401, 403, 403, 403, 200, 200, 200],
      ['private', 401, 403, 403, 403, 200, 200, 200],
      ['trash', 401, 200, 200, 200, 200, 200, 200],
      ['own', 401, 403, 403, 403, 200, 200, 200],
    ];
    for (const [state, ...seen] of table) {
      const { id: post } = await site.make(
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
      if (state === 'trash') await site.ask('administrator', 'DELETE', `/cms/v2/posts/${post}`);
      const single = await Promise.all(
        people.map(async (person) => (await site.ask(person, 'GET', `/cms/v2/media/${body.id}`)).status),
      );
      assert.deepEqual(single, seen, state);
      // The list shows and counts exactly what can be read by itself.
      const status = state === 'own' ? 'private' : 'inherit';
      for (const [at, person] of people.entries()) {
        const list = await site.ask(person, 'GET', `/cms/v2/media?include=${body.id}&status=${status}`);
        if (list.status !== 200) continue;
        const expected = seen[at] === 200 ? '1' : '0';
        assert.equal(list.headers['X-CMS-Total'], expected, `${person}, ${state}`);
        assert.equal(String(list.body.length), expected);
      }
      await site.ask('administrator', 'DELETE', `/cms/v2/posts/${post}?force=true`);
      const after = await site.ask('administrator', 'GET', `/cms/v2/media/${body.id}`);
      assert.equal(after.body.post, null, 'a file outlives what it belonged to');
    }
    await clean();
  });

  it('what a file is featured by is not shown to who may not read it, and lets it go', async () => {
    const { body: file } = await site.upload('author', 'pic.png', await picture(10, 10), '?status=private');
    const post = await site.make('/cms/v2/posts', { title: 'x', status: 'publish', featured_media: file.id });
    assert.equal(post.featured_media, file.id);
    const links = async (person: Person) => (await site.ask(person, 'GET', `/cms/v2/posts/${post.id}?_embed`)).body;
    assert.equal((await links('anonymous'))._links['cms:featuredmedia'], undefined);
    assert.equal((await links('editor'))._embedded['cms:featuredmedia'][0].id, file.id);
    await site.ask('administrator', 'DELETE', `/cms/v2/media/${file.id}?force=true`);
    assert.equal((await links('editor')).featured_media, 0);
    await clean();
  });

  it('lists are narrowed by type, by what they belong to, and found by the name of the file', async () => {
    const { id: post } = await site.make('/cms/v2/posts', { title: 'Holder', status: 'publish' });
    await site.upload('administrator', 'needle.png', await picture(10, 10), `?post=${post}&title=One`);
    await site.upload('administrator', 'hay.txt', Buffer.from('text'), '?title=Two');
    const titles = async (query: string) =>
      (await site.ask('anonymous', 'GET', `/cms/v2/media?${query}&orderby=id&order=asc`)).body.map(
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
    assert.deepEqual(await titles('status='), ['One', 'Two'], 'an empty choice is none');
    await site.ask('administrator', 'DELETE', `/cms/v2/posts/${post}?force=true`);
    await clean();
  });

  it('comments on a file and items that lead to it name its address', async () => {
    const { id: post } = await site.make('/cms/v2/posts', { title: 'Holder', status: 'publish' });
    const { body: file } = await site.upload('administrator', 'free.png', await picture(10, 10));
    const comment = await site.make('/cms/v2/comments', { post: file.id, content: 'Said' });
    const item = await site.make('/cms/v2/menu-items', { type: 'post_type', object: 'attachment', object_id: file.id });
    const addresses = async () => [
      (await site.ask('administrator', 'GET', `/cms/v2/comments/${comment.id}`)).body.link,
      (await site.ask('administrator', 'GET', `/cms/v2/menu-items/${item.id}`)).body.url,
    ];
    const links = (link: string) => [`${link}#comment-${comment.id}`, link];
    assert.deepEqual(await addresses(), links('http://site.test/free/'));
    await site.ask('administrator', 'POST', `/cms/v2/media/${file.id}`, { post });
    assert.deepEqual(await addresses(), links('http://site.test/holder/free/'));
    await site.ask('administrator', 'DELETE', `/cms/v2/posts/${post}`);
    assert.deepEqual(await addresses(), links(`http://site.test/?attachment_id=${file.id}`));
    await site.ask('administrator', 'DELETE', `/cms/v2/posts/${post}?force=true`);
    await clean();
  });

  it('notes on a file cannot be asked for: it takes none', async () => {
    const { body: file } = await site.upload('author', 'bare.png', await picture(10, 10));
    const notes = async (person: Person) => {
      const { status, body } = await site.ask(person, 'GET', `/cms/v2/comments?type=note&post=${file.id}`);
      return [status, body.code];
    };
    assert.deepEqual(await notes('author'), [403, 'rest_comment_not_supported_post_type']);
    assert.deepEqual(await notes('contributor'), [403, 'rest_forbidden_param']);
    assert.deepEqual(await notes('anonymous'), [401, 'rest_forbidden_param']);
    await clean();
  });

  it('who may change, delete and work on a file of an author', async () => {
    const people: Person[] = ['anonymous', 'subscriber', 'contributor', 'other', 'author', 'editor', 'administrator'];
    const { body: file } = await site.upload('author', 'own.png', await picture(20, 10));
    const asked = async (address: string, json: object) =>
      Promise.all(
        people.map(
          async (person) => (await site.ask(person, 'POST', `/cms/v2/media/${file.id}${address}`, json)).status,
        ),
      );
    assert.deepEqual(await asked('', { title: 'New' }), [401, 403, 403, 403, 200, 200, 200]);
    assert.deepEqual(
      await asked('/post-process', { action: 'create-image-subsizes' }),
      [401, 403, 403, 403, 200, 200, 200],
    );
    assert.deepEqual(await asked('/finalize', {}), [401, 403, 403, 403, 200, 200, 200]);
    const turn = { src: file.source_url, modifiers: [{ type: 'rotate', args: { angle: 90 } }] };
    assert.deepEqual(await asked('/edit', turn), [401, 403, 403, 403, 201, 201, 201]);
    for (const [at, person] of people.slice(0, 4).entries()) {
      const { status } = await site.ask(person, 'DELETE', `/cms/v2/media/${file.id}?force=true`);
      assert.equal(status, at === 0 ? 401 : 403);
    }
    await clean();
  });
});

/** A store that fails where it is told to. */
function failable(store: FileStore, fault: () => Error | undefined): FileStore {
  const orFail = async <T>(work: () => Promise<T>): Promise<T> => {
    const error = fault();
    if (error) throw error;
    return work();
  };
  return {
    workplace: store.workplace,
    put: (to, from, type) => orFail(() => store.put(to, from, type)),
    open: (name) => store.open(name),
    local: (name) => store.local(name),
    remove: (name) =>
      fault() instanceof StoreUnavailable && name.endsWith('left.txt') ? Promise.reject(fault()) : store.remove(name),
  };
}

describe('media without a place for files', () => {
  it('are refused in clear words', async () => {
    const { openTestSite } = await import('./site.ts');
    const site = await openTestSite();
    const answer = await site.send('author', 'POST', '/cms/v2/media', Buffer.from('x'), {
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename=a.txt',
    });
    assert.deepEqual([answer.status, answer.body.code], [503, 'rest_storage_unavailable']);
    await site.database.close();
  });
});
