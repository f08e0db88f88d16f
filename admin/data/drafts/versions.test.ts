import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { APIFetchOptions } from '@wordpress/api-fetch';
import { createVersionMiddleware, isAutosaveOf, targetOf } from './versions.ts';

const draft = {
  id: 7,
  status: 'draft',
  title: { raw: 'One', rendered: 'One' },
  content: { raw: 'Text', rendered: '<p>Text</p>' },
  excerpt: { raw: '' },
  categories: [1],
  modified_gmt: '2026-01-01T10:00:00',
};

/** A service with one draft: it counts its versions, and records the requests with the version that they name. */
function makeService() {
  let version = 1;
  let record: Readonly<Record<string, unknown>> = draft;
  const requests: string[] = [];
  const respond = (body: object, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), { headers });
  const etag = () => `"bytes.${version}"`;
  const next = async ({ path = '', method = 'GET', headers }: APIFetchOptions): Promise<Response> => {
    const ifMatch = new Headers(headers).get('If-Match');
    requests.push([method, path, ...(ifMatch === null ? [] : [ifMatch])].join(' '));
    if (ifMatch !== null && ifMatch !== etag())
      throw new Response(JSON.stringify({ code: 'rest_precondition_failed', data: { status: 412 } }), { status: 412 });
    if (method !== 'GET') {
      version += 1;
      record = { ...record, modified_gmt: `2026-01-01T10:00:0${version}` };
    }
    return path.includes('/autosaves') ? respond({ ...record }) : respond(record, { ETag: etag() });
  };
  const change = (changed: object) => {
    version += 1;
    record = { ...record, ...changed };
  };
  return { next, requests, change };
}

describe('versions of edited entries', () => {
  const read = { path: '/wp/v2/posts/7?context=edit' };
  const save = { path: '/wp/v2/posts/7', method: 'PUT' };
  const autosave = { path: '/wp/v2/posts/7/autosaves', method: 'POST' };

  it('sends the version that was read first, then that of each own change', async () => {
    const { next, requests } = makeService();
    const middleware = createVersionMiddleware(async () => 'continue');
    for (const options of [read, save, save]) await middleware(options, next);
    assert.deepEqual(requests, [
      'GET /wp/v2/posts/7?context=edit',
      'PUT /wp/v2/posts/7 "bytes.1"',
      'PUT /wp/v2/posts/7 "bytes.2"',
    ]);
  });

  it('does not adopt the version of a later read, and reports a conflict as an error of the API', async () => {
    const { next, change } = makeService();
    const middleware = createVersionMiddleware(async () => 'continue');
    await middleware(read, next);
    change({ title: { raw: 'By someone else' } });
    await middleware(read, next);
    await assert.rejects(async () => middleware(save, next), { code: 'rest_precondition_failed' });
  });

  it('replaces the other version if the user decides so, and that version is still the current one', async () => {
    const { next, requests, change } = makeService();
    const asked: unknown[] = [];
    const middleware = createVersionMiddleware(async (changes, current) => {
      asked.push([changes, current.title]);
      if (asked.length === 1) change({ title: { raw: 'Changed again' } });
      return 'replace';
    });
    await middleware(read, next);
    change({ title: { raw: 'By someone else' } });
    await middleware({ ...save, data: { title: 'Mine' } }, next);
    assert.deepEqual(asked, [
      [{ title: 'Mine' }, { raw: 'By someone else' }],
      [{ title: 'Mine' }, { raw: 'Changed again' }],
    ]);
    assert.deepEqual(requests.slice(1), [
      'PUT /wp/v2/posts/7 "bytes.1"',
      'GET /wp/v2/posts/7?context=edit',
      'PUT /wp/v2/posts/7 "bytes.2"',
      'GET /wp/v2/posts/7?context=edit',
      'PUT /wp/v2/posts/7 "bytes.3"',
    ]);
  });

  it('adopts the version of an autosave that has changed the draft', async () => {
    const { next, requests } = makeService();
    const middleware = createVersionMiddleware(async () => 'continue');
    for (const options of [read, autosave, save]) await middleware(options, next);
    assert.deepEqual(requests.slice(1), [
      'POST /wp/v2/posts/7/autosaves "bytes.1"',
      'GET /wp/v2/posts/7?context=edit',
      'PUT /wp/v2/posts/7 "bytes.2"',
    ]);
  });

  it('does not adopt it if someone else has changed the draft after the autosave', async () => {
    const { next, change } = makeService();
    const middleware = createVersionMiddleware(async () => 'continue');
    await middleware(read, next);
    await middleware(autosave, async (options) => {
      const response = await next(options);
      if (options.method === 'POST') change({ categories: [2] });
      return response;
    });
    await assert.rejects(async () => middleware(save, next), { code: 'rest_precondition_failed' });
  });

  it('leaves reads of parts, lists and other resources alone', async () => {
    const { next, requests } = makeService();
    const middleware = createVersionMiddleware(async () => 'continue');
    for (const path of ['/wp/v2/posts/7?context=edit&_fields=id', '/wp/v2/posts?context=edit', '/wp/v2/settings'])
      await middleware({ path }, next);
    await middleware(save, next);
    assert.equal(requests.at(-1), 'PUT /wp/v2/posts/7');
  });

  it('recognizes the items of requests', () => {
    const itemOf = (path: string) => targetOf({ path });
    assert.deepEqual(itemOf('/wp/v2/posts/7'), { item: '/wp/v2/posts/7', isAutosave: false });
    assert.deepEqual(itemOf('/wp/v2/posts/7/autosaves?x=1'), { item: '/wp/v2/posts/7', isAutosave: true });
    assert.deepEqual(itemOf('/wp/v2/templates/quarto//home'), {
      item: '/wp/v2/templates/quarto//home',
      isAutosave: false,
    });
    for (const path of ['/wp/v2/posts', '/wp/v2/posts/7/revisions', '/wp/v2/posts/7/autosaves/9', '/wp/v2/users/me'])
      assert.equal(itemOf(path), undefined, path);
  });

  it('recognizes the result of an autosave', () => {
    const saved = { ...draft, title: { raw: 'Two' }, modified_gmt: '2026-01-01T10:00:09' };
    assert.ok(isAutosaveOf(draft, saved, { ...saved, title: { raw: 'Two', rendered: 'Two' }, link: '/two' }));
    for (const other of [{ title: { raw: 'Three' } }, { categories: [2] }, { modified_gmt: '2026-01-01T10:00:10' }])
      assert.ok(!isAutosaveOf(draft, saved, { ...saved, ...other }), JSON.stringify(other));
  });
});
