import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { APIFetchOptions } from '@wordpress/api-fetch';
import { isAutosaveOf } from './own-changes.ts';
import { targetOf } from './targets.ts';
import { createVersionMiddleware } from './versions.ts';

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
    assert.ok(requests.every((request) => request.startsWith('GET ')));
    await middleware(save, next);
    assert.deepEqual(
      requests.slice(3),
      ['GET /wp/v2/posts/7?context=edit', 'PUT /wp/v2/posts/7 "bytes.1"'],
      'the version of an item that was not read before is read first',
    );
  });

  it('uses the versions in lists, until an item itself is read', async () => {
    const { next, requests, change } = makeService();
    const middleware = createVersionMiddleware(async () => 'continue');
    const listed = [{ id: 7, _links: { self: [{ targetHints: { etag: '"1"' } }] } }];
    await middleware({ path: '/wp/v2/posts?context=edit' }, async () => listed);
    await middleware({ ...save, path: '/wp/v2/posts/7' }, async ({ headers }) => {
      assert.equal(new Headers(headers).get('If-Match'), '"1"');
      return new Response('{}');
    });
    change({});
    await middleware(read, next);
    await middleware(save, next);
    assert.equal(requests.at(-1), 'PUT /wp/v2/posts/7 "bytes.2"');
  });

  for (const isSaved of [true, false])
    it(`repeats a change whose response was lost; the service has made it: ${isSaved}`, async () => {
      const { next, requests, change } = makeService();
      const middleware = createVersionMiddleware(async () => assert.fail('There is no conflict.'));
      await middleware(read, next);
      const data = { id: 7, title: 'Two' };
      const lose = async () => {
        if (isSaved) change({ title: { raw: 'Two' }, modified_gmt: '2026-01-01T11:00:00' });
        throw { code: 'fetch_error', message: 'There was no response.' };
      };
      await assert.rejects(async () => middleware({ ...save, data }, lose), { code: 'fetch_error' });
      await middleware({ ...save, data: { ...data, excerpt: 'New' } }, next);
      assert.equal(requests.at(-1), `PUT /wp/v2/posts/7 "bytes.${isSaved ? 2 : 1}"`);
    });

  it('reports a conflict after a lost response if someone else has changed the entry', async () => {
    const { next, change } = makeService();
    const middleware = createVersionMiddleware(async () => 'continue');
    await middleware(read, next);
    const lose = async () => {
      change({ title: { raw: 'Two' }, categories: [2] });
      throw { code: 'fetch_error', message: 'There was no response.' };
    };
    const data = { title: 'Two' };
    await assert.rejects(async () => middleware({ ...save, data }, lose), { code: 'fetch_error' });
    await assert.rejects(async () => middleware({ ...save, data }, next), { code: 'rest_precondition_failed' });
  });

  it('sends the version of each item of a batch, and asks about each conflict', async () => {
    const { next, change } = makeService();
    const middleware = createVersionMiddleware(async () => 'replace');
    await middleware(read, next);
    change({ title: { raw: 'By someone else' } });
    const requests = [
      { path: '/wp/v2/posts/7', method: 'PUT', body: { title: 'Mine' } },
      { path: '/wp/v2/posts', body: { title: 'New' } },
    ];
    const sent: unknown[] = [];
    const batch = { path: '/batch/v1', method: 'POST', data: { requests } };
    const result = await middleware(batch, async (options) => {
      if (options.path !== '/batch/v1') return next(options);
      sent.push(options.data);
      return {
        responses: [
          { status: 412, body: { code: 'rest_precondition_failed' } },
          { status: 201, body: {} },
        ],
      };
    });
    const headers = { 'If-Match': '"bytes.1"' };
    assert.deepEqual(sent, [{ requests: [{ ...requests[0], headers }, requests[1]] }]);
    assert.deepEqual(
      result.responses.map(({ status }: { status: number }) => status),
      [200, 201],
    );
  });

  it('recognizes the items of requests', () => {
    const itemOf = (path: string) => targetOf({ path });
    assert.deepEqual(itemOf('/wp/v2/posts/7'), { item: '/wp/v2/posts/7', changes: 'item' });
    assert.deepEqual(itemOf('/wp/v2/posts/7/autosaves?x=1'), { item: '/wp/v2/posts/7', changes: 'autosave' });
    assert.deepEqual(itemOf('/wp/v2/templates/quarto//home'), {
      item: '/wp/v2/templates/quarto//home',
      changes: 'item',
    });
    for (const item of ['/wp/v2/settings', '/wp/v2/users/me', '/wp/v2/font-families/7/font-faces/8'])
      assert.deepEqual(itemOf(`${item}?_locale=user`), { item, changes: 'item' });
    assert.deepEqual(itemOf('/wp/v2/media/7/edit'), { item: '/wp/v2/media/7', changes: 'copy' });
    for (const path of ['', '/revisions', '/revisions/9', '/autosaves/9'].map((rest) => `/wp/v2/posts/7${rest}`))
      assert.equal(itemOf(path) === undefined, path !== '/wp/v2/posts/7', path);
    for (const path of ['/wp/v2/posts', '/wp/v2/global-styles/themes/quarto', '/batch/v1'])
      assert.equal(itemOf(path), undefined, path);
  });

  it('recognizes the result of an autosave', () => {
    const saved = { ...draft, title: { raw: 'Two' }, modified_gmt: '2026-01-01T10:00:09' };
    assert.ok(isAutosaveOf(draft, saved, { ...saved, title: { raw: 'Two', rendered: 'Two' }, link: '/two' }));
    const [date, other] = ['2026-01-01T11:00:09', '2026-01-01T12:00:00'];
    assert.ok(
      isAutosaveOf({ ...draft, date }, saved, { ...saved, date: other, modified: other }),
      'a date that follows',
    );
    assert.ok(!isAutosaveOf({ ...draft, date }, saved, { ...saved, date: other, modified: date }));
    const started = { ...draft, status: 'auto-draft', slug: '' };
    assert.ok(isAutosaveOf(started, saved, { ...saved, slug: 'two' }), 'the first save of an entry');
    for (const other of [{ title: { raw: 'Three' } }, { categories: [2] }, { modified_gmt: '2026-01-01T10:00:10' }])
      assert.ok(!isAutosaveOf(draft, saved, { ...saved, ...other }), JSON.stringify(other));
  });
});
