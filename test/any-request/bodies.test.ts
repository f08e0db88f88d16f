// Tests how request bodies are parsed, which errors they cause, and how long large bodies take, with requests to a listening site.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../server/database/open.ts';
import type { Caller } from '../site.ts';
import { assertValidResponse, type ListeningSite, listen } from './listening-site.ts';

const json = 'application/json';
const megabytes = 4 * 1024 * 1024;

describe('a request body', () => {
  let site: ListeningSite;
  before(async () => {
    site = await listen(await openDatabase({ kind: 'memory' }));
    for (let number = 1; number <= 5; number += 1)
      await site.site.create('/cms/v2/posts', { title: `Post ${number}`, status: 'publish' });
  });
  after(async () => {
    await site.close();
    await site.site.database.close();
  });

  async function send(
    method: string,
    path: string,
    type: string | undefined,
    text: string | Buffer,
    caller: Caller = 'administrator',
  ) {
    const headers = type === undefined ? {} : { 'content-type': type };
    const request = { method, path, headers, body: Buffer.from(text), caller };
    const response = await site.send('/rest', request);
    assertValidResponse(request, response);
    return { ...response, body: response.text === '' ? undefined : JSON.parse(response.text) };
  }

  it('is parsed as JSON on every method, including GET (protocol.md §3.1)', async () => {
    assert.equal((await send('GET', '/cms/v2/posts', json, '{"per_page":2}', 'anonymous')).body.length, 2);
    assert.equal((await send('GET', '/cms/v2/posts?per_page=3', json, '{"per_page":2}')).body.length, 2);
    assert.equal((await send('GET', '/cms/v2/posts', json, '{"per_page":')).body.code, 'rest_invalid_json');
    assert.equal((await send('HEAD', '/cms/v2/posts', json, '{"per_page":0}')).status, 400);
    assert.ok((await send('GET', '/cms/v2/posts', json, '')).body.length > 5);
  });

  it('is ignored when its type is neither JSON nor a form (protocol.md §3.2)', async () => {
    for (const type of ['text/plain', 'text/json', 'json', '/', 'a b/c', 'undefined', 'application/;', ';', '*/*']) {
      const { status, body } = await send('PUT', '/cms/v2/posts/1?_fields=title', type, '{"title":"Changed"}');
      assert.deepEqual([status, body.title.raw === 'Changed'], [200, false], type);
    }
  });

  it('without a content type is parsed as a form for PUT, PATCH and DELETE, and ignored for POST', async () => {
    for (const type of [undefined, '']) {
      assert.equal((await send('PUT', '/cms/v2/posts/1', type, 'title=Form')).body.title.raw, 'Form');
      assert.equal((await send('DELETE', '/cms/v2/posts/1', type, 'force=perhaps')).body.code, 'rest_invalid_param');
      assert.equal((await send('POST', '/cms/v2/posts', type, 'title=Form')).body.code, 'empty_content');
    }
  });

  it('with invalid JSON is rejected with 400 and the number of the JSON error', async () => {
    const invalidBodies: [string | Buffer, number][] = [
      ['{', 4],
      ['"text"', 4],
      ['5', 4],
      ['true', 4],
      ['\ufeff{}', 4],
      ['{"a":1,}', 4],
      ['['.repeat(100_000), 1],
      ['{"a":'.repeat(100_000), 1],
      [Buffer.from('{"a":"\u00ff"}', 'latin1'), 5],
    ];
    for (const [text, number] of invalidBodies) {
      const { status, body } = await send('POST', '/cms/v2/posts', json, text);
      assert.deepEqual([status, body.code, body.data.json_error_code], [400, 'rest_invalid_json', number]);
    }
  });

  it('is rejected with 413 if it exceeds 4 MB', async () => {
    for (const method of ['POST', 'GET']) {
      const { status, body } = await send(method, '/cms/v2/posts', json, ' '.repeat(megabytes + 1));
      assert.deepEqual([status, body.code], [413, 'rest_body_too_large']);
    }
  });

  it('of 4 MB from an unprivileged caller is handled quickly', async () => {
    const list = `[${'1,'.repeat(megabytes / 2 - 100)}1]`;
    const bodies: [string, string][] = [
      ...['include', 'exclude', 'slug', 'author', 'categories', 'unknown'].map((name): [string, string] => [
        `{"${name}":${list}}`,
        'rest_too_many_parameters',
      ]),
      [`{"categories":{"terms":${list}}}`, 'rest_too_many_parameters'],
      [`{"include":${JSON.stringify(list.slice(1, -1))}}`, 'rest_invalid_param'],
      [`{${'"a":1,'.repeat(600_000)}"b":1}`, 'rest_too_many_parameters'],
    ];
    /** Sends a body again while the response takes long, because a busy machine may delay it. */
    const sendUntilFast = async (text: string) => {
      for (let attempts = 1; ; attempts += 1) {
        const response = await send('POST', '/cms/v2/posts?_method=GET', json, text, 'subscriber');
        if (response.durationMs < 2000 || attempts === 5) return response;
      }
    };
    for (const [text, code] of bodies) {
      const { status, body, durationMs } = await sendUntilFast(text);
      assert.deepEqual([status, body.code], [400, code], text.slice(0, 30));
      assert.ok(durationMs < 2000, `${text.slice(0, 30)} took ${Math.round(durationMs)} ms`);
    }
    const search = `{"search":"${'ab '.repeat(340_000)}"}`;
    const { status, durationMs } = await sendUntilFast(search);
    assert.equal(status, 200);
    assert.ok(durationMs < 2000, `a search took ${Math.round(durationMs)} ms`);
  });
});
