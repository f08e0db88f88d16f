// Tests the permissions of comments with tables of role × operation × ownership × status (users-and-comments.md §5.7), and
// that hidden data occurs in no response.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callers, type Row } from '../permission-rows.ts';
import { type Caller, openTestSite, type TestSite } from '../site.ts';

let site: TestSite;
before(async () => {
  site = await openTestSite();
  await site.service.settings.set({ comment_previously_approved: false });
});
after(async () => {
  assert.deepEqual(site.errors, []);
  await site.database.close();
});

let count = 0;
const post = async (json: object = {}, owner: Caller = 'administrator') => {
  count += 1;
  const made = await site.create('/cms/v2/posts', { title: `Post ${count}`, content: 'x', status: 'publish' });
  const author = site.ids[owner as Exclude<Caller, 'anonymous'>];
  await site.request('administrator', 'POST', `/cms/v2/posts/${made.id}`, { author, ...json });
  return made.id as number;
};
const comment = async (on: number, json: object = {}, caller: Caller = 'editor') => {
  count += 1;
  return (await site.create('/cms/v2/comments', { post: on, content: `Said ${count}`, ...json }, caller)).id as number;
};
const statusOf = async (caller: Caller, method: string, address: string, json?: unknown) =>
  (await site.request(caller, method, address, json)).status;
const rowOf = async (ask: (caller: (typeof callers)[number]) => Promise<number>): Promise<number[]> => {
  const row: number[] = [];
  for (const caller of callers) row.push(await ask(caller));
  return row;
};

const publicAccess: Row = [200, 200, 200, 200, 200, 200];
const editors: Row = [401, 403, 403, 403, 200, 200];

describe('reading a comment', () => {
  const tables: [state: string, on: object, row: Row][] = [
    ['approved', {}, publicAccess],
    ['hold', {}, editors],
    ['spam', {}, editors],
    ['trash', {}, editors],
    ['approved', { status: 'draft' }, editors],
    ['approved', { status: 'pending' }, editors],
    ['approved', { status: 'private' }, editors],
    ['approved', { status: 'future', date: '2099-01-01T00:00:00' }, editors],
    ['approved', { password: 'locked' }, editors],
  ];
  for (const [state, on, row] of tables) {
    it(`${state} on a post ${JSON.stringify(on)}`, async () => {
      const id = await post();
      const c = await comment(id, { status: state });
      await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, on);
      assert.deepEqual(await rowOf((caller) => statusOf(caller, 'GET', `/cms/v2/comments/${c}`)), row);
      const listed = await rowOf(async (caller) => {
        const { body } = await site.request(caller, 'GET', `/cms/v2/comments?include=${c}&per_page=1`);
        return Array.isArray(body) ? body.length : -1;
      });
      assert.deepEqual(
        listed,
        row.map((status) => (status === 200 && state === 'approved' ? 1 : 0)),
      );
    });
  }

  it('in the edit context requires permission to moderate it', async () => {
    const c = await comment(await post());
    assert.deepEqual(await rowOf((caller) => statusOf(caller, 'GET', `/cms/v2/comments/${c}?context=edit`)), editors);
  });

  it('is allowed for its author in any status, if they may read the post', async () => {
    const id = await post();
    const c = await comment(id, { author: site.ids.subscriber, status: 'spam' });
    assert.equal(await statusOf('subscriber', 'GET', `/cms/v2/comments/${c}`), 200);
    await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { status: 'private' });
    const { status, body } = await site.request('subscriber', 'GET', `/cms/v2/comments/${c}`);
    assert.deepEqual([status, body.code], [403, 'rest_cannot_read_post']);
  });

  it('and changing it are allowed for the author of the post, except for a contributor whose post is published', async () => {
    for (const [caller, reads, changes] of [
      ['author', 200, 200],
      ['contributor', 403, 403],
    ] as const) {
      const c = await comment(await post({}, caller), { status: 'hold' });
      assert.equal(await statusOf(caller, 'GET', `/cms/v2/comments/${c}`), reads, caller);
      assert.equal(await statusOf(caller, 'POST', `/cms/v2/comments/${c}`, { status: 'approved' }), changes, caller);
      assert.equal(await statusOf(caller, 'DELETE', `/cms/v2/comments/${c}`), changes, caller);
    }
  });
});

describe('changing a comment', () => {
  it('requires permission to moderate it; its author is rejected', async () => {
    const id = await post();
    const c = await comment(id, { author: site.ids.subscriber });
    const row = (method: string, query = '') =>
      rowOf((caller) => statusOf(caller, method, `/cms/v2/comments/${c}${query}`, method === 'POST' ? {} : undefined));
    assert.deepEqual(await row('POST'), editors);
    assert.deepEqual(await row('DELETE'), [401, 403, 403, 403, 200, 410]);
    assert.deepEqual(await row('DELETE', '?force=true'), [401, 403, 403, 403, 200, 404]);
  });

  it('on a post of the caller cannot change the author data of others', async () => {
    const c = await comment(await post({}, 'author'), { author: site.ids.subscriber });
    for (const [json, code] of [
      [{ author: site.ids.author }, 'rest_comment_invalid_author'],
      [{ author_name: 'Somebody' }, 'rest_comment_invalid_author'],
      [{ author_email: 'somebody@else.example' }, 'rest_comment_invalid_author'],
      [{ author_url: 'https://else.example' }, 'rest_comment_invalid_author'],
      [{ author_ip: '10.0.0.1' }, 'rest_comment_invalid_author_ip'],
    ] as const) {
      const { status, body } = await site.request('author', 'POST', `/cms/v2/comments/${c}`, json);
      assert.deepEqual([status, body.code], [403, code], JSON.stringify(json));
    }
    const agent = async () =>
      (await site.request('editor', 'GET', `/cms/v2/comments/${c}?context=edit`)).body.author_user_agent;
    const before = await agent();
    await site.request('author', 'POST', `/cms/v2/comments/${c}`, { author_user_agent: 'Other', content: 'Changed' });
    assert.equal(await agent(), before);
  });
});

describe('writing a comment', () => {
  const created: Row = [401, 201, 201, 201, 201, 201];
  const rejected: Row = [401, 403, 403, 403, 201, 201];
  const tables: [description: string, json: () => object, row: Row][] = [
    ['in their own name', () => ({}), created],
    ['with a status', () => ({ status: 'approved' }), rejected],
    ['as another user', () => ({ author: site.ids.other }), rejected],
    ['with another name', () => ({ author_name: 'X', author_email: 'x@else.example' }), rejected],
    ['with another IP address', () => ({ author_ip: '10.0.0.1' }), rejected],
    ['as a note', () => ({ type: 'note' }), rejected],
  ];
  for (const [description, json, row] of tables) {
    it(description, async () => {
      const id = await post();
      const ask = (caller: Caller) =>
        statusOf(caller, 'POST', '/cms/v2/comments', { post: id, content: `By ${caller}`, ...json() });
      await deleteCommentsOfUsers();
      assert.deepEqual(await rowOf(ask), row);
    });
  }

  it('on an unreadable post reveals nothing about the post', async () => {
    await deleteCommentsOfUsers();
    for (const json of [{ status: 'private' }, { status: 'pending' }, { password: 'locked' }]) {
      const id = await post(json);
      const response = await site.request('subscriber', 'POST', '/cms/v2/comments', { post: id, content: 'x' });
      assert.deepEqual([response.status, response.body.code], [403, 'rest_cannot_read_post']);
      assert.deepEqual(response.body.data, { status: 403 });
    }
    const locked = await post({ password: 'locked' });
    const guess = (password: string) =>
      statusOf('subscriber', 'POST', '/cms/v2/comments', { post: locked, content: 'x', password });
    assert.deepEqual([await guess('wrong'), await guess('locked')], [403, 201]);
  });

  it('is reported in the Allow header', async () => {
    const id = await post();
    const allow = async (caller: Caller, method: string, address: string, json?: object) =>
      (await site.request(caller, method, address, json)).headers.Allow ?? '';
    assert.equal(await allow('anonymous', 'GET', `/cms/v2/comments?post=${id}`), 'GET');
    assert.equal(await allow('editor', 'GET', `/cms/v2/comments?post=${id}`), 'GET');
    assert.equal(await allow('subscriber', 'OPTIONS', '/cms/v2/comments'), '');
    assert.equal(await allow('subscriber', 'OPTIONS', '/cms/v2/comments?status=approve&type=comment'), 'GET');
    assert.equal(await allow('editor', 'POST', '/cms/v2/comments', { post: id, content: 'Allowed' }), 'GET, POST');
  });
});

/** Deletes the comments of all users, because the flood limit allows each user only one comment every 15 seconds. */
async function deleteCommentsOfUsers(): Promise<void> {
  for (const caller of callers.slice(1)) {
    const author = site.ids[caller as Exclude<Caller, 'anonymous'>];
    const { body } = await site.request(
      'administrator',
      'GET',
      `/cms/v2/comments?author=${author}&per_page=100&status=any`,
    );
    for (const { id } of body) await site.request('administrator', 'DELETE', `/cms/v2/comments/${id}?force=true`);
  }
}

describe('lists of comments', () => {
  it('restrict filters on protected fields to users who may write posts', async () => {
    for (const query of ['author=1', 'author_exclude=1', 'author_email=a@b.example', 'type=all', 'status=hold']) {
      const row = await rowOf((caller) => statusOf(caller, 'GET', `/cms/v2/comments?${query}`));
      assert.deepEqual(row, [401, 403, 200, 200, 200, 200], query);
    }
    assert.deepEqual(await rowOf((caller) => statusOf(caller, 'GET', '/cms/v2/comments?context=edit')), editors);
    assert.deepEqual(await rowOf((caller) => statusOf(caller, 'GET', '/cms/v2/comments?post=0')), editors);
  });

  it('confirm an email address only to moderators when avatar URLs do not reveal its hash', async () => {
    const address = `guest${count}@only.example`;
    const made = await comment(await post(), { author_name: 'Guest', author_email: address });
    const row = (query: string) =>
      rowOf((caller) =>
        statusOf(caller, 'GET', `/cms/v2/comments?${query}&author_email=${encodeURIComponent(address)}`),
      );
    const isFound = async (caller: Caller) => {
      const { body } = await site.request(caller, 'GET', `/cms/v2/comments?include=${made}&author_email=${address}`);
      return JSON.stringify(body).includes(`"id":${made}`);
    };
    const withoutHash = [{ show_avatars: false }, { avatar_address: 'https://avatars.example/nobody.png' }] as const;
    for (const settings of withoutHash) {
      await site.service.settings.set(settings);
      for (const query of [`include=${made}`, 'status=hold', 'status=all', 'search=x', 'author_exclude=1'])
        assert.deepEqual(await row(query), [401, 403, 403, 403, 200, 200], query);
      for (const caller of ['contributor', 'author'] as const) assert.equal(await isFound(caller), false);
      assert.equal(await isFound('editor'), true);
      await site.service.settings.set({ show_avatars: null, avatar_address: null });
    }
    assert.deepEqual(await row(`include=${made}`), [401, 403, 200, 200, 200, 200]);
  });

  it('do not reveal, count, search or embed comments that the caller may not read', async () => {
    const secret = `Secret${count}`;
    const json = { author_name: secret, author_email: `${secret}@hidden.example`, author_ip: '203.0.113.77' };
    const [open, hidden, locked] = [await post(), await post(), await post()];
    await comment(open, { ...json, content: `${secret} held`, status: 'hold' });
    await comment(open, { ...json, content: `${secret} note`, type: 'note' });
    await comment(hidden, { ...json, content: `${secret} hidden` });
    await comment(locked, { ...json, content: `${secret} locked` });
    await comment(open, { ...json, author_name: 'Known', content: 'Known' });
    await site.request('administrator', 'POST', `/cms/v2/posts/${hidden}`, { status: 'private' });
    await site.request('administrator', 'POST', `/cms/v2/posts/${locked}`, { password: 'locked' });
    for (const caller of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
      const addresses = [
        '/cms/v2/comments?per_page=100',
        `/cms/v2/comments?search=${secret}`,
        '/cms/v2/comments?search=hidden.example',
        '/cms/v2/comments?search=203.0.113.77',
        `/cms/v2/comments?post=${open}&_embed`,
        `/cms/v2/posts/${open}?_embed`,
        `/cms/v2/posts/${locked}?_embed`,
        `/cms/v2/posts?include=${open},${hidden},${locked}&_embed`,
        ...(caller === 'contributor' || caller === 'author'
          ? ['/cms/v2/comments?status=any&type=all&per_page=100', '/cms/v2/comments?type=note']
          : []),
      ];
      for (const address of addresses) {
        const { status, body, headers } = await site.request(caller, 'GET', address);
        assert.equal(status, 200, address);
        assert.ok(!JSON.stringify(body).includes(secret), `${caller} ${address}`);
        if (Array.isArray(body) && body.length < 10 && address.includes('search'))
          assert.equal(headers['X-CMS-Total'], String(body.length), `${caller} ${address}`);
      }
      for (const id of [hidden, locked])
        assert.equal(await statusOf(caller, 'GET', `/cms/v2/comments?post=${id}`), caller === 'anonymous' ? 401 : 403);
    }
    const seen = await site.request('editor', 'GET', '/cms/v2/comments?search=hidden.example&status=any&type=all');
    assert.equal(seen.headers['X-CMS-Total'], '5');
    const unlocked = await site.request('anonymous', 'GET', `/cms/v2/comments?post=${locked}&password=locked`);
    assert.equal(unlocked.headers['X-CMS-Total'], '1');
    const both = await site.request('anonymous', 'GET', `/cms/v2/comments?post=${locked},${open}&password=locked`);
    assert.equal(both.body.code, 'rest_cannot_read_post');
  });

  it('have totals that equal the number of listed comments, for every caller', async () => {
    for (const caller of callers) {
      const guarded = ['contributor', 'author', 'editor', 'administrator'].includes(caller);
      for (const query of [
        '',
        'parent=0&',
        ...(guarded ? ['status=any&type=all&', 'status=hold&', 'type=note&'] : []),
      ]) {
        const { headers } = await site.request(caller, 'GET', `/cms/v2/comments?${query}per_page=3`);
        let found = 0;
        for (let page = 1, size = 3; size > 0; page += 1) {
          size = (await site.request(caller, 'GET', `/cms/v2/comments?${query}per_page=3&page=${page}`)).body.length;
          found += size;
        }
        assert.equal(Number(headers['X-CMS-Total']), found, `${caller} ${query}`);
      }
    }
  });

  it('of notes are restricted to users who may edit the post', async () => {
    const id = await post({}, 'author');
    await comment(id, { type: 'note', status: 'hold', content: 'Note' }, 'author');
    const list = (caller: Caller) =>
      site.request(caller, 'GET', `/cms/v2/comments?post=${id}&type=note&status=all&context=edit`);
    assert.equal((await list('author')).body.length, 1);
    assert.equal((await list('other')).body.code, 'rest_forbidden_context');
    assert.equal((await list('editor')).body.length, 1);
    assert.equal((await site.request('editor', 'GET', `/cms/v2/comments?post=${id}&status=all`)).body.length, 0);
  });

  it('include email and IP addresses for moderators only', async () => {
    const id = await post();
    await comment(id, { author_name: 'Guest', author_email: 'guest@only.example', author_ip: '203.0.113.9' });
    for (const context of ['view', 'embed']) {
      const { body } = await site.request('editor', 'GET', `/cms/v2/comments?post=${id}&context=${context}`);
      assert.doesNotMatch(JSON.stringify(body), /guest@only|203\.0\.113\.9|user_agent/);
    }
    const { body } = await site.request('editor', 'GET', `/cms/v2/comments?post=${id}&context=edit`);
    assert.deepEqual([body[0].author_email, body[0].author_ip], ['guest@only.example', '203.0.113.9']);
  });
});
