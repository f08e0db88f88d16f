// Tests protection against guessing the passwords of entries (docs/security.md, Pages, embeds and previews): failures are
// counted for every route that accepts a password.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { toText } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

const maxFailures = 10;

describe('the password of an entry', () => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T00:00:00Z');
  let addressCount = 0;
  const newAddress = () => {
    addressCount += 1;
    return `192.0.2.${addressCount}`;
  };
  const make = (more: object = {}) =>
    site.create('/cms/v2/posts', {
      status: 'publish',
      title: 'T',
      content: 'Secret words',
      password: 'right',
      ...more,
    });
  const sendRequest = async (
    from: string,
    address: string,
    { method = 'GET', json = undefined as unknown, who = '' } = {},
  ) => {
    const authorization = site.authorizationOf(who as Caller);
    const request = makeRequest(method, address, {
      from,
      ...(json === undefined ? {} : { json }),
      headers: authorization ? { authorization } : {},
    });
    const { status, headers, body } = await site.service.dispatch(request);
    return { status, headers, text: toText(body ?? '') };
  };
  before(async () => {
    site = await openTestSite({ clock: () => now, pause: async () => {} });
    await site.request('administrator', 'POST', '/cms/v2/settings', { anonymous_comments: true });
  });

  it('can be tried ten times per minute, IP address and entry; then every password is rejected', async () => {
    const [{ id }, other, from] = [await make(), await make(), newAddress()];
    const read = (password: string, entry = id, at = from) =>
      sendRequest(at, `/cms/v2/posts/${entry}?password=${password}`);
    for (let n = 0; n < maxFailures; n += 1) {
      const { status, text } = await read(`wrong${n}`);
      assert.deepEqual([status, JSON.parse(text).code], [403, 'rest_post_incorrect_password']);
    }
    const [wrong, right] = [await read('wrong'), await read('right')];
    assert.deepEqual([wrong.status, JSON.parse(wrong.text).code], [429, 'rest_too_many_failed_attempts']);
    assert.deepEqual(right, wrong);
    assert.equal(wrong.headers['Retry-After'], '60');
    assert.equal(wrong.headers['X-CMS-Credential'], undefined);
    assert.match(String(wrong.headers['Cache-Control']), /no-store/);
    assert.match((await read('right', other.id)).text, /Secret words/, 'another entry is not affected');
    assert.match((await read('right', id, newAddress())).text, /Secret words/, 'neither is another IP address');
    assert.equal(
      (await sendRequest(from, `/cms/v2/posts/${id}`)).status,
      200,
      'neither are requests without a password',
    );
    now += 60_000;
    assert.match((await read('right')).text, /Secret words/);
  });

  it('is accepted from a client that has used it before, regardless of failures of others at the same IP address', async () => {
    const [{ id }, from] = [await make(), newAddress()];
    const read = (password: string) => sendRequest(from, `/cms/v2/posts/${id}?password=${password}`);
    for (let n = 0; n < 40; n += 1) {
      assert.equal((await read('right')).status, 200);
      assert.equal((await read('wrong')).status, 403);
    }
  });

  it('is counted for every route that accepts it', async () => {
    const attempts: Record<string, (id: number, comment: number, password: string, from: string) => Promise<unknown>> =
      {
        'the query': (id, _, password, from) => sendRequest(from, `/cms/v2/posts/${id}?password=${password}`),
        'the body of a read': (id, _, password, from) =>
          sendRequest(from, `/cms/v2/posts/${id}`, { json: { password } }),
        'an overridden method': (id, _, password, from) =>
          sendRequest(from, `/cms/v2/posts/${id}?_method=GET`, { method: 'POST', json: { password } }),
        'an OPTIONS request': (id, _, password, from) =>
          sendRequest(from, `/cms/v2/posts/${id}?password=${password}`, { method: 'OPTIONS' }),
        'a rejected write': (id, _, password, from) =>
          sendRequest(from, `/cms/v2/posts/${id}?password=${password}`, { method: 'DELETE' }),
        'the comments of an entry': (id, _, password, from) =>
          sendRequest(from, `/cms/v2/comments?post=${id}&password=${password}`),
        'a comment': (_, comment, password, from) =>
          sendRequest(from, `/cms/v2/comments/${comment}?password=${password}`),
        'a new comment': (post, _, password, from) =>
          sendRequest(from, '/cms/v2/comments', { method: 'POST', json: { post, password, content: `c ${password}` } }),
        'a batch': (id, _, password, from) =>
          sendRequest(from, '/batch/v1', {
            method: 'POST',
            json: { requests: [{ path: `/cms/v2/posts/${id}?password=${password}`, method: 'DELETE' }] },
          }),
        'the form of its page': (id, _, password, from) => {
          const fields = new URLSearchParams({ password });
          const address = `/?p=${id}`;
          return site.service.servePage({
            method: 'POST',
            address,
            cookie: undefined,
            isBrowser: true,
            roots: [],
            fields,
            from,
          });
        },
      };
    for (const [description, attempt] of Object.entries(attempts)) {
      const { id } = await make();
      const comment = await site.create('/cms/v2/comments', { post: id, content: 'A comment' });
      const from = newAddress();
      for (let n = 0; n < maxFailures; n += 1) await attempt(id, comment.id, `wrong${n}`, from);
      assert.equal((await sendRequest(from, `/cms/v2/posts/${id}?password=right`)).status, 429, description);
      const late = JSON.stringify(await attempt(id, comment.id, 'right', from));
      assert.equal(
        JSON.stringify(await attempt(id, comment.id, 'wrong', from)),
        late,
        `${description} does not reveal the right password`,
      );
    }
  });

  it('can be tried for many entries at once in lists, where a match does not reset the failures', async () => {
    const tag = await site.create('/cms/v2/tags', { name: 'of the list' });
    await make({ tags: [tag.id] });
    await make({ tags: [tag.id], password: 'another' });
    const list = (password: string, from: string) =>
      sendRequest(from, `/cms/v2/posts?tags=${tag.id}&password=${password}`);
    const from = newAddress();
    for (let n = 0; n < maxFailures; n += 1) {
      assert.match((await list('right', from)).text, /Secret words/);
      const { status, text, headers } = await list(`wrong${n}`, from);
      assert.deepEqual([status, text.includes('Secret words')], [200, false]);
      assert.match(String(headers['Cache-Control']), /no-store/);
    }
    assert.deepEqual([(await list('wrong', from)).status, (await list('right', from)).status], [429, 429]);
    assert.equal((await list('', from)).status, 200);
    assert.match((await list('another', newAddress())).text, /Secret words/);
  });

  it('is not counted for callers who may edit the entry', async () => {
    const [{ id }, from] = [await make(), newAddress()];
    for (let n = 0; n < maxFailures + 5; n += 1) {
      const address = `/cms/v2/posts/${id}?password=new${n}`;
      assert.equal((await sendRequest(from, address, { method: 'POST', who: 'editor' })).status, 200);
      assert.equal((await sendRequest(from, `/cms/v2/posts/${id}?password=no`, { who: 'editor' })).status, 403);
    }
  });

  it('is counted in the same way for unprotected and unpublished entries, and for signed-in callers', async () => {
    for (const entry of [await make({ password: '' }), await make({ status: 'draft' })])
      for (const who of ['anonymous', 'subscriber']) {
        const from = newAddress();
        const statuses = [];
        for (let n = 0; n <= maxFailures; n += 1)
          statuses.push((await sendRequest(from, `/cms/v2/posts/${entry.id}?password=wrong`, { who })).status);
        assert.deepEqual(statuses, [...Array.from({ length: maxFailures }, () => 403), 429]);
      }
  });

  it('is not cached with its response', async () => {
    const { id } = await make();
    const comment = await site.create('/cms/v2/comments', { post: id, content: 'A comment' });
    for (const address of [`posts/${id}?`, `comments?post=${id}&`, `comments/${comment.id}?`, 'posts?']) {
      const { status, headers } = await sendRequest(newAddress(), `/cms/v2/${address}password=right`);
      assert.deepEqual([status, /no-store/.test(String(headers['Cache-Control']))], [200, true], address);
    }
  });

  it('does not unlock embedded entries', async () => {
    const { id } = await make({ excerpt: 'Secret words' });
    const comment = await site.create('/cms/v2/comments', { post: id, content: 'A comment' });
    const { status, text } = await sendRequest(newAddress(), `/cms/v2/comments/${comment.id}?password=right&_embed`);
    assert.deepEqual([status, text.includes('Secret words')], [200, false]);
  });

  it('unlocks a page with its cookie, regardless of failures from the same IP address', async () => {
    const [{ id }, from] = [await make(), newAddress()];
    const page = (method: 'GET' | 'POST', password: string, cookie?: string) => {
      const fields = new URLSearchParams({ password });
      return site.service.servePage({ method, address: `/?p=${id}`, cookie, isBrowser: true, roots: [], fields, from });
    };
    const cookie = String((await page('POST', 'right'))?.headers['Set-Cookie']).split(';')[0] ?? '';
    for (let n = 0; n < 2 * maxFailures; n += 1) await page('POST', `wrong${n}`);
    assert.equal((await page('POST', 'right'))?.status, 429);
    const { link } = JSON.parse((await sendRequest(from, `/cms/v2/posts/${id}`)).text);
    const address = new URL(link).pathname + new URL(link).search;
    const openedPage = await site.service.servePage({
      ...{ method: 'GET', address, cookie, isBrowser: true, roots: [], from },
      fields: new URLSearchParams(),
    });
    assert.match(openedPage?.body ?? '', /Secret words/);
  });
});
