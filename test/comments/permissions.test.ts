// Who may do what with comments: role × operation × whose × state, as tables (users-and-comments.md §5.7), and what must not
// appear in any answer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestSite, type Person, type TestSite } from '../site.ts';
import { people, type Row } from '../who-may.ts';

let site: TestSite;
before(async () => {
  site = await openTestSite();
  await site.service.settings.set({ comment_previously_approved: false });
});
after(async () => {
  assert.deepEqual(site.faults, []);
  await site.database.close();
});

let count = 0;
const post = async (json: object = {}, owner: Person = 'administrator') => {
  count += 1;
  const made = await site.make('/cms/v2/posts', { title: `Post ${count}`, content: 'x', status: 'publish' });
  const author = site.ids[owner as Exclude<Person, 'anonymous'>];
  await site.ask('administrator', 'POST', `/cms/v2/posts/${made.id}`, { author, ...json });
  return made.id as number;
};
const comment = async (on: number, json: object = {}, person: Person = 'editor') => {
  count += 1;
  return (await site.make('/cms/v2/comments', { post: on, content: `Said ${count}`, ...json }, person)).id as number;
};
const told = async (person: Person, method: string, address: string, json?: unknown) =>
  (await site.ask(person, method, address, json)).status;
const rowOf = async (ask: (person: (typeof people)[number]) => Promise<number>): Promise<number[]> => {
  const row: number[] = [];
  for (const person of people) row.push(await ask(person));
  return row;
};

const everybody: Row = [200, 200, 200, 200, 200, 200];
const editors: Row = [401, 403, 403, 403, 200, 200];

describe('reading a comment', () => {
  const tables: [state: string, on: object, row: Row][] = [
    ['approved', {}, everybody],
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
      await site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, on);
      assert.deepEqual(await rowOf((person) => told(person, 'GET', `/cms/v2/comments/${c}`)), row);
      const listed = await rowOf(async (person) => {
        const { body } = await site.ask(person, 'GET', `/cms/v2/comments?include=${c}&per_page=1`);
        return Array.isArray(body) ? body.length : -1;
      });
      assert.deepEqual(
        listed,
        row.map((status) => (status === 200 && state === 'approved' ? 1 : 0)),
      );
    });
  }

  it('for editing is for moderators', async () => {
    const c = await comment(await post());
    assert.deepEqual(await rowOf((person) => told(person, 'GET', `/cms/v2/comments/${c}?context=edit`)), editors);
  });

  it("one's own is read in any state, unless what it is about cannot be read", async () => {
    const id = await post();
    const c = await comment(id, { author: site.ids.subscriber, status: 'spam' });
    assert.equal(await told('subscriber', 'GET', `/cms/v2/comments/${c}`), 200);
    await site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { status: 'private' });
    const { status, body } = await site.ask('subscriber', 'GET', `/cms/v2/comments/${c}`);
    assert.deepEqual([status, body.code], [403, 'rest_cannot_read_post']);
  });

  it('the author of a post reads and changes everything on it, a contributor on a published one nothing', async () => {
    for (const [person, reads, changes] of [
      ['author', 200, 200],
      ['contributor', 403, 403],
    ] as const) {
      const c = await comment(await post({}, person), { status: 'hold' });
      assert.equal(await told(person, 'GET', `/cms/v2/comments/${c}`), reads, person);
      assert.equal(await told(person, 'POST', `/cms/v2/comments/${c}`, { status: 'approved' }), changes, person);
      assert.equal(await told(person, 'DELETE', `/cms/v2/comments/${c}`), changes, person);
    }
  });
});

describe('changing a comment', () => {
  it('is for moderators, and not for its writer', async () => {
    const id = await post();
    const c = await comment(id, { author: site.ids.subscriber });
    const row = (method: string, query = '') =>
      rowOf((person) => told(person, method, `/cms/v2/comments/${c}${query}`, method === 'POST' ? {} : undefined));
    assert.deepEqual(await row('POST'), editors);
    assert.deepEqual(await row('DELETE'), [401, 403, 403, 403, 200, 410]);
    assert.deepEqual(await row('DELETE', '?force=true'), [401, 403, 403, 403, 200, 404]);
  });

  it('below an own post leaves the names of others alone', async () => {
    const c = await comment(await post({}, 'author'), { author: site.ids.subscriber });
    for (const [json, code] of [
      [{ author: site.ids.author }, 'rest_comment_invalid_author'],
      [{ author_name: 'Somebody' }, 'rest_comment_invalid_author'],
      [{ author_email: 'somebody@else.example' }, 'rest_comment_invalid_author'],
      [{ author_url: 'https://else.example' }, 'rest_comment_invalid_author'],
      [{ author_ip: '10.0.0.1' }, 'rest_comment_invalid_author_ip'],
    ] as const) {
      const { status, body } = await site.ask('author', 'POST', `/cms/v2/comments/${c}`, json);
      assert.deepEqual([status, body.code], [403, code], JSON.stringify(json));
    }
    const agent = async () =>
      (await site.ask('editor', 'GET', `/cms/v2/comments/${c}?context=edit`)).body.author_user_agent;
    const before = await agent();
    await site.ask('author', 'POST', `/cms/v2/comments/${c}`, { author_user_agent: 'Other', content: 'Changed' });
    assert.equal(await agent(), before);
  });
});

describe('writing a comment', () => {
  const wrote: Row = [401, 201, 201, 201, 201, 201];
  const refused: Row = [401, 403, 403, 403, 201, 201];
  const tables: [what: string, json: () => object, row: Row][] = [
    ['as oneself', () => ({}), wrote],
    ['in a state', () => ({ status: 'approved' }), refused],
    ['in the name of another user', () => ({ author: site.ids.other }), refused],
    ['in a name of another', () => ({ author_name: 'X', author_email: 'x@else.example' }), refused],
    ['from another address', () => ({ author_ip: '10.0.0.1' }), refused],
    ['as a note', () => ({ type: 'note' }), refused],
  ];
  for (const [what, json, row] of tables) {
    it(what, async () => {
      const id = await post();
      const ask = (person: Person) =>
        told(person, 'POST', '/cms/v2/comments', { post: id, content: `By ${person}`, ...json() });
      await forgetFlood();
      assert.deepEqual(await rowOf(ask), row);
    });
  }

  it('on what may not be read tells nothing of it', async () => {
    await forgetFlood();
    for (const json of [{ status: 'private' }, { status: 'pending' }, { password: 'locked' }]) {
      const id = await post(json);
      const answer = await site.ask('subscriber', 'POST', '/cms/v2/comments', { post: id, content: 'x' });
      assert.deepEqual([answer.status, answer.body.code], [403, 'rest_cannot_read_post']);
      assert.deepEqual(answer.body.data, { status: 403 });
    }
    const locked = await post({ password: 'locked' });
    const guess = (password: string) =>
      told('subscriber', 'POST', '/cms/v2/comments', { post: locked, content: 'x', password });
    assert.deepEqual([await guess('wrong'), await guess('locked')], [403, 201]);
  });

  it('Allow tells what may be done', async () => {
    const id = await post();
    const allow = async (person: Person, method: string, address: string, json?: object) =>
      (await site.ask(person, method, address, json)).headers.Allow ?? '';
    assert.equal(await allow('anonymous', 'GET', `/cms/v2/comments?post=${id}`), 'GET');
    assert.equal(await allow('editor', 'GET', `/cms/v2/comments?post=${id}`), 'GET');
    assert.equal(await allow('subscriber', 'OPTIONS', '/cms/v2/comments'), '');
    assert.equal(await allow('subscriber', 'OPTIONS', '/cms/v2/comments?status=approve&type=comment'), 'GET');
    assert.equal(await allow('editor', 'POST', '/cms/v2/comments', { post: id, content: 'Allowed' }), 'GET, POST');
  });
});

/** Members write once in fifteen seconds: what they wrote is taken away before the next table. */
async function forgetFlood(): Promise<void> {
  for (const person of people.slice(1)) {
    const author = site.ids[person as Exclude<Person, 'anonymous'>];
    const { body } = await site.ask(
      'administrator',
      'GET',
      `/cms/v2/comments?author=${author}&per_page=100&status=any`,
    );
    for (const { id } of body) await site.ask('administrator', 'DELETE', `/cms/v2/comments/${id}?force=true`);
  }
}

describe('lists', () => {
  it('choose by what is guarded for those alone who write', async () => {
    for (const query of ['author=1', 'author_exclude=1', 'author_email=a@b.example', 'type=all', 'status=hold']) {
      const row = await rowOf((person) => told(person, 'GET', `/cms/v2/comments?${query}`));
      assert.deepEqual(row, [401, 403, 200, 200, 200, 200], query);
    }
    assert.deepEqual(await rowOf((person) => told(person, 'GET', '/cms/v2/comments?context=edit')), editors);
    assert.deepEqual(await rowOf((person) => told(person, 'GET', '/cms/v2/comments?post=0')), editors);
  });

  it('check 11: confirm an e-mail address to moderators alone where avatar URLs do not show its hash anyway', async () => {
    const address = `guest${count}@only.example`;
    const made = await comment(await post(), { author_name: 'Guest', author_email: address });
    const row = (query: string) =>
      rowOf((person) => told(person, 'GET', `/cms/v2/comments?${query}&author_email=${encodeURIComponent(address)}`));
    const isFound = async (person: Person) => {
      const { body } = await site.ask(person, 'GET', `/cms/v2/comments?include=${made}&author_email=${address}`);
      return JSON.stringify(body).includes(`"id":${made}`);
    };
    const withoutHash = [{ show_avatars: false }, { avatar_address: 'https://avatars.example/nobody.png' }] as const;
    for (const settings of withoutHash) {
      await site.service.settings.set(settings);
      for (const query of [`include=${made}`, 'status=hold', 'status=all', 'search=x', 'author_exclude=1'])
        assert.deepEqual(await row(query), [401, 403, 403, 403, 200, 200], query);
      for (const person of ['contributor', 'author'] as const) assert.equal(await isFound(person), false);
      assert.equal(await isFound('editor'), true);
      await site.service.settings.set({ show_avatars: null, avatar_address: null });
    }
    assert.deepEqual(await row(`include=${made}`), [401, 403, 200, 200, 200, 200]);
  });

  it('hold, count, search and embed nothing that may not be read', async () => {
    const secret = `Secret${count}`;
    const json = { author_name: secret, author_email: `${secret}@hidden.example`, author_ip: '203.0.113.77' };
    const [open, hidden, locked] = [await post(), await post(), await post()];
    await comment(open, { ...json, content: `${secret} held`, status: 'hold' });
    await comment(open, { ...json, content: `${secret} note`, type: 'note' });
    await comment(hidden, { ...json, content: `${secret} hidden` });
    await comment(locked, { ...json, content: `${secret} locked` });
    await comment(open, { ...json, author_name: 'Known', content: 'Known' });
    await site.ask('administrator', 'POST', `/cms/v2/posts/${hidden}`, { status: 'private' });
    await site.ask('administrator', 'POST', `/cms/v2/posts/${locked}`, { password: 'locked' });
    for (const person of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
      const addresses = [
        '/cms/v2/comments?per_page=100',
        `/cms/v2/comments?search=${secret}`,
        '/cms/v2/comments?search=hidden.example',
        '/cms/v2/comments?search=203.0.113.77',
        `/cms/v2/comments?post=${open}&_embed`,
        `/cms/v2/posts/${open}?_embed`,
        `/cms/v2/posts/${locked}?_embed`,
        `/cms/v2/posts?include=${open},${hidden},${locked}&_embed`,
        ...(person === 'contributor' || person === 'author'
          ? ['/cms/v2/comments?status=any&type=all&per_page=100', '/cms/v2/comments?type=note']
          : []),
      ];
      for (const address of addresses) {
        const { status, body, headers } = await site.ask(person, 'GET', address);
        assert.equal(status, 200, address);
        assert.ok(!JSON.stringify(body).includes(secret), `${person} ${address}`);
        if (Array.isArray(body) && body.length < 10 && address.includes('search'))
          assert.equal(headers['X-CMS-Total'], String(body.length), `${person} ${address}`);
      }
      for (const id of [hidden, locked])
        assert.equal(await told(person, 'GET', `/cms/v2/comments?post=${id}`), person === 'anonymous' ? 401 : 403);
    }
    const seen = await site.ask('editor', 'GET', '/cms/v2/comments?search=hidden.example&status=any&type=all');
    assert.equal(seen.headers['X-CMS-Total'], '5');
    const unlocked = await site.ask('anonymous', 'GET', `/cms/v2/comments?post=${locked}&password=locked`);
    assert.equal(unlocked.headers['X-CMS-Total'], '1');
    const both = await site.ask('anonymous', 'GET', `/cms/v2/comments?post=${locked},${open}&password=locked`);
    assert.equal(both.body.code, 'rest_cannot_read_post');
  });

  it('have totals that paging through gives, for everybody', async () => {
    for (const person of people) {
      const guarded = ['contributor', 'author', 'editor', 'administrator'].includes(person);
      for (const query of [
        '',
        'parent=0&',
        ...(guarded ? ['status=any&type=all&', 'status=hold&', 'type=note&'] : []),
      ]) {
        const { headers } = await site.ask(person, 'GET', `/cms/v2/comments?${query}per_page=3`);
        let found = 0;
        for (let page = 1, size = 3; size > 0; page += 1) {
          size = (await site.ask(person, 'GET', `/cms/v2/comments?${query}per_page=3&page=${page}`)).body.length;
          found += size;
        }
        assert.equal(Number(headers['X-CMS-Total']), found, `${person} ${query}`);
      }
    }
  });

  it('of notes are for those who may change what they are about', async () => {
    const id = await post({}, 'author');
    await comment(id, { type: 'note', status: 'hold', content: 'Note' }, 'author');
    const list = (person: Person) =>
      site.ask(person, 'GET', `/cms/v2/comments?post=${id}&type=note&status=all&context=edit`);
    assert.equal((await list('author')).body.length, 1);
    assert.equal((await list('other')).body.code, 'rest_forbidden_context');
    assert.equal((await list('editor')).body.length, 1);
    assert.equal((await site.ask('editor', 'GET', `/cms/v2/comments?post=${id}&status=all`)).body.length, 0);
  });

  it('tell addresses to moderators alone', async () => {
    const id = await post();
    await comment(id, { author_name: 'Guest', author_email: 'guest@only.example', author_ip: '203.0.113.9' });
    for (const context of ['view', 'embed']) {
      const { body } = await site.ask('editor', 'GET', `/cms/v2/comments?post=${id}&context=${context}`);
      assert.doesNotMatch(JSON.stringify(body), /guest@only|203\.0\.113\.9|user_agent/);
    }
    const { body } = await site.ask('editor', 'GET', `/cms/v2/comments?post=${id}&context=edit`);
    assert.deepEqual([body[0].author_email, body[0].author_ip], ['guest@only.example', '203.0.113.9']);
  });
});
