// Tests alternative response formats: JSONP and pretty-printed JSON (protocol.md §8.4).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Database } from '../../server/database/handle.ts';
import { openDatabase } from '../../server/database/open.ts';
import { type ListeningSite, listen } from './listening-site.ts';

let database: Database;
let site: ListeningSite;
before(async () => {
  database = await openDatabase({ kind: 'memory' });
  site = await listen(database);
});
after(async () => {
  await site.close();
  await database.close();
});

const get = (path: string, method = 'GET') =>
  site.send('/rest', {
    method,
    path,
    headers: { origin: 'https://page.test' },
    body: Buffer.alloc(0),
    caller: 'anonymous',
  });

const script = 'application/javascript; charset=UTF-8';

it('_jsonp wraps a response, including errors, in a call of the function', async () => {
  const plain = await get('/cms/v2/posts?_fields=id,title');
  for (const name of ['show', 'my.page_1.show', '%73how', '9']) {
    const { status, headers, text } = await get(`/cms/v2/posts?_fields=id,title&_jsonp=${name}`);
    assert.deepEqual([status, headers['content-type']], [200, script]);
    assert.equal(text, `/**/${decodeURIComponent(name)}(${plain.text})`);
    assert.equal(headers['x-cms-total'], plain.headers['x-cms-total']);
  }
  const missing = await get('/cms/v2/posts/999?_jsonp=show');
  assert.deepEqual([missing.status, missing.headers['content-type']], [404, script]);
  assert.match(missing.text, /^\/\*\*\/show\(\{"code":"rest_post_invalid_id".*\}\)$/);
});

it('an invalid function name is rejected before the rest of the request is processed', async () => {
  for (const name of ['alert(1)', 'a-b', 'a b', 'a;b', 'a[0]', 'ä', '<script>', 'a\nb']) {
    for (const path of ['/cms/v2/posts', '/nowhere']) {
      const { status, headers, text } = await get(`${path}?_jsonp=${encodeURIComponent(name)}`);
      assert.deepEqual([status, headers['content-type']], [400, script], name);
      const { code, message, ...more } = JSON.parse(text);
      assert.deepEqual([code, typeof message, more], ['rest_callback_invalid', 'string', {}]);
      for (const later of ['allow', 'link', 'access-control-allow-origin']) assert.equal(headers[later], undefined);
    }
  }
});

it('an empty or non-string _jsonp is ignored', async () => {
  for (const query of ['_jsonp=', '_jsonp', '_jsonp[]=show', '_jsonp[a]=b']) {
    const { headers, text } = await get(`/cms/v2/posts?${query}`);
    assert.equal(headers['content-type'], 'application/json; charset=UTF-8');
    assert.ok(Array.isArray(JSON.parse(text)));
  }
});

it('_pretty indents the body and changes nothing else', async () => {
  const plain = await get('/cms/v2/posts?_fields=id,title');
  const pretty = await get('/cms/v2/posts?_fields=id,title&_pretty');
  assert.equal(pretty.text, JSON.stringify(JSON.parse(plain.text), null, 4));
  assert.equal((await get('/cms/v2/posts?_pretty&_jsonp=show', 'HEAD')).text, '');
});

it('_pretty is also read from a body, even for an error (protocol.md §3.3)', async () => {
  const post = (type: string, body: string) =>
    site.send('/rest', {
      method: 'POST',
      path: '/cms/v2/posts',
      headers: { 'content-type': type },
      body: Buffer.from(body),
      caller: 'anonymous',
    });
  for (const [type, body] of [
    ['application/json', '{"_pretty":1}'],
    ['application/x-www-form-urlencoded', '_pretty'],
  ] as const) {
    const { text } = await post(type, body);
    assert.equal(text, JSON.stringify(JSON.parse(text), null, 4));
    assert.match(text, /rest_cannot_create/);
  }
  assert.doesNotMatch((await post('application/json', '{}')).text, /\n/);
});
