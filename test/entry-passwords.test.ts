// Guessing at the passwords of entries (attacks-and-faults.md, check 22): wherever one can be tried, tries are counted.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { textOf } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';

const most = 10;

describe('the password of an entry', () => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T00:00:00Z');
  let senders = 0;
  const sender = () => {
    senders += 1;
    return `192.0.2.${senders}`;
  };
  const make = (more: object = {}) =>
    site.make('/cms/v2/posts', { status: 'publish', title: 'T', content: 'Secret words', password: 'right', ...more });
  const ask = async (from: string, address: string, { method = 'GET', json = undefined as unknown, who = '' } = {}) => {
    const authorization = site.authorizationOf(who as Person);
    const request = makeRequest(method, address, {
      from,
      ...(json === undefined ? {} : { json }),
      headers: authorization ? { authorization } : {},
    });
    const { status, headers, body } = await site.service.dispatch(request);
    return { status, headers, text: textOf(body ?? '') };
  };
  before(async () => {
    site = await openTestSite({ clock: () => now, pause: async () => {} });
    await site.ask('administrator', 'POST', '/cms/v2/settings', { anonymous_comments: true });
  });

  it('is tried ten times a minute by one sender at one entry, then neither right nor wrong ones are looked at', async () => {
    const [{ id }, other, from] = [await make(), await make(), sender()];
    const read = (password: string, entry = id, at = from) => ask(at, `/cms/v2/posts/${entry}?password=${password}`);
    for (let n = 0; n < most; n += 1) {
      const { status, text } = await read(`wrong${n}`);
      assert.deepEqual([status, JSON.parse(text).code], [403, 'rest_post_incorrect_password']);
    }
    const [wrong, right] = [await read('wrong'), await read('right')];
    assert.deepEqual([wrong.status, JSON.parse(wrong.text).code], [429, 'rest_too_many_failed_attempts']);
    assert.deepEqual(right, wrong);
    assert.equal(wrong.headers['Retry-After'], '60');
    assert.equal(wrong.headers['X-CMS-Credential'], undefined);
    assert.match(String(wrong.headers['Cache-Control']), /no-store/);
    assert.match((await read('right', other.id)).text, /Secret words/, 'another entry is not concerned');
    assert.match((await read('right', id, sender())).text, /Secret words/, 'nor another sender');
    assert.equal((await ask(from, `/cms/v2/posts/${id}`)).status, 200, 'nor who sends none');
    now += 60_000;
    assert.match((await read('right')).text, /Secret words/);
  });

  it('goes on being taken from who has known it, whatever others behind the same address try', async () => {
    const [{ id }, from] = [await make(), sender()];
    const read = (password: string) => ask(from, `/cms/v2/posts/${id}?password=${password}`);
    for (let n = 0; n < 40; n += 1) {
      assert.equal((await read('right')).status, 200);
      assert.equal((await read('wrong')).status, 403);
    }
  });

  it('is counted wherever it can be tried', async () => {
    const doors: Record<string, (id: number, comment: number, password: string, from: string) => Promise<unknown>> = {
      'the query': (id, _, password, from) => ask(from, `/cms/v2/posts/${id}?password=${password}`),
      'the body of a read': (id, _, password, from) => ask(from, `/cms/v2/posts/${id}`, { json: { password } }),
      'an overridden method': (id, _, password, from) =>
        ask(from, `/cms/v2/posts/${id}?_method=GET`, { method: 'POST', json: { password } }),
      'what methods are allowed': (id, _, password, from) =>
        ask(from, `/cms/v2/posts/${id}?password=${password}`, { method: 'OPTIONS' }),
      'a write that is refused': (id, _, password, from) =>
        ask(from, `/cms/v2/posts/${id}?password=${password}`, { method: 'DELETE' }),
      'the comments of an entry': (id, _, password, from) =>
        ask(from, `/cms/v2/comments?post=${id}&password=${password}`),
      'a comment': (_, comment, password, from) => ask(from, `/cms/v2/comments/${comment}?password=${password}`),
      'a comment that is written': (post, _, password, from) =>
        ask(from, '/cms/v2/comments', { method: 'POST', json: { post, password, content: `c ${password}` } }),
      'a batch': (id, _, password, from) =>
        ask(from, '/batch/v1', {
          method: 'POST',
          json: { requests: [{ path: `/cms/v2/posts/${id}?password=${password}`, method: 'DELETE' }] },
        }),
      'the form of its page': (id, _, password, from) => {
        const fields = new URLSearchParams({ password });
        const address = `/?p=${id}`;
        return site.service.answerPage({
          method: 'POST',
          address,
          cookie: undefined,
          isPerson: true,
          roots: [],
          fields,
          from,
        });
      },
    };
    for (const [door, tryIt] of Object.entries(doors)) {
      const { id } = await make();
      const comment = await site.make('/cms/v2/comments', { post: id, content: 'A comment' });
      const from = sender();
      for (let n = 0; n < most; n += 1) await tryIt(id, comment.id, `wrong${n}`, from);
      assert.equal((await ask(from, `/cms/v2/posts/${id}?password=right`)).status, 429, door);
      const late = JSON.stringify(await tryIt(id, comment.id, 'right', from));
      assert.equal(JSON.stringify(await tryIt(id, comment.id, 'wrong', from)), late, `${door} tells right from wrong`);
    }
  });

  it('is tried at many entries at once in lists, where one that fits forgets no failures', async () => {
    const tag = await site.make('/cms/v2/tags', { name: 'of the list' });
    await make({ tags: [tag.id] });
    await make({ tags: [tag.id], password: 'another' });
    const list = (password: string, from: string) => ask(from, `/cms/v2/posts?tags=${tag.id}&password=${password}`);
    const from = sender();
    for (let n = 0; n < most; n += 1) {
      assert.match((await list('right', from)).text, /Secret words/);
      const { status, text, headers } = await list(`wrong${n}`, from);
      assert.deepEqual([status, text.includes('Secret words')], [200, false]);
      assert.match(String(headers['Cache-Control']), /no-store/);
    }
    assert.deepEqual([(await list('wrong', from)).status, (await list('right', from)).status], [429, 429]);
    assert.equal((await list('', from)).status, 200);
    assert.match((await list('another', sender())).text, /Secret words/);
  });

  it('is nothing that one guesses at who may change the entry', async () => {
    const [{ id }, from] = [await make(), sender()];
    for (let n = 0; n < most + 5; n += 1) {
      const address = `/cms/v2/posts/${id}?password=new${n}`;
      assert.equal((await ask(from, address, { method: 'POST', who: 'editor' })).status, 200);
      assert.equal((await ask(from, `/cms/v2/posts/${id}?password=no`, { who: 'editor' })).status, 403);
    }
  });

  it('is counted alike at entries that have none, that are not published, and by whoever is signed in', async () => {
    for (const entry of [await make({ password: '' }), await make({ status: 'draft' })])
      for (const who of ['anonymous', 'subscriber']) {
        const from = sender();
        const statuses = [];
        for (let n = 0; n <= most; n += 1)
          statuses.push((await ask(from, `/cms/v2/posts/${entry.id}?password=wrong`, { who })).status);
        assert.deepEqual(statuses, [...Array.from({ length: most }, () => 403), 429]);
      }
  });

  it('is looked at by nobody who keeps answers', async () => {
    const { id } = await make();
    const comment = await site.make('/cms/v2/comments', { post: id, content: 'A comment' });
    for (const address of [`posts/${id}?`, `comments?post=${id}&`, `comments/${comment.id}?`, 'posts?']) {
      const { status, headers } = await ask(sender(), `/cms/v2/${address}password=right`);
      assert.deepEqual([status, /no-store/.test(String(headers['Cache-Control']))], [200, true], address);
    }
  });

  it('opens nothing that is embedded', async () => {
    const { id } = await make({ excerpt: 'Secret words' });
    const comment = await site.make('/cms/v2/comments', { post: id, content: 'A comment' });
    const { status, text } = await ask(sender(), `/cms/v2/comments/${comment.id}?password=right&_embed`);
    assert.deepEqual([status, text.includes('Secret words')], [200, false]);
  });

  it('that a browser was given a pass for is shown, whatever was tried from the same address', async () => {
    const [{ id }, from] = [await make(), sender()];
    const page = (method: 'GET' | 'POST', password: string, cookie?: string) => {
      const fields = new URLSearchParams({ password });
      return site.service.answerPage({ method, address: `/?p=${id}`, cookie, isPerson: true, roots: [], fields, from });
    };
    const cookie = String((await page('POST', 'right'))?.headers['Set-Cookie']).split(';')[0] ?? '';
    for (let n = 0; n < 2 * most; n += 1) await page('POST', `wrong${n}`);
    assert.equal((await page('POST', 'right'))?.status, 429);
    const { link } = JSON.parse((await ask(from, `/cms/v2/posts/${id}`)).text);
    const address = new URL(link).pathname + new URL(link).search;
    const shown = await site.service.answerPage({
      ...{ method: 'GET', address, cookie, isPerson: true, roots: [], from },
      fields: new URLSearchParams(),
    });
    assert.match(shown?.html ?? '', /Secret words/);
  });
});
