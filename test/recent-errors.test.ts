// Tests the latest errors: what they contain, what they never contain, their limit, and who can read them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeRequest } from '../server/http/request.ts';
import { maxStoredErrors, RecentErrors } from '../server/recent-errors/recent-errors.ts';
import { listErrors } from '../server/recent-errors/store.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const path = '/octavo/v1/recent-errors';

/** Part of every value that requests of these tests submit, which no error may contain. */
const secret = 'hunter2';

describeEachEngine('the latest errors', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => now });
  });
  after(() => site.database.close());

  const list = async (query = '') => {
    const { status, body, headers } = await site.request('administrator', 'GET', `${path}?per_page=100${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(headers['X-CMS-Total'], String(body.length));
    return body;
  };

  test('are empty at first', async () => assert.deepEqual(await list(), []));

  test('contain an unexpected error with the ID of its response, and no values of the request', async () => {
    await site.database.schemaChange((tx) => tx.execute('drop table webhook_deliveries'));
    const created = await site.request('administrator', 'POST', `/octavo/v1/webhooks?search=${secret}`, {
      url: `https://93.184.216.34/${secret}`,
      description: secret,
    });
    const deliveries = `/octavo/v1/webhooks/${created.body.id}/deliveries`;
    const failed = await site.request('administrator', 'GET', `${deliveries}?${secret}=${secret}`);
    assert.deepEqual([created.status, failed.status], [201, 500], JSON.stringify([created.body, failed.body]));
    assert.equal(failed.body.code, 'internal_server_error');
    const { id } = failed.body.data;
    assert.match(failed.body.message, new RegExp(id));
    assert.deepEqual(await list(), [], 'errors are collected until they are stored');
    await site.service.recentErrors.write();
    const errors = await list();
    const [{ message, ...found }] = errors;
    assert.deepEqual(found, {
      ...{ id, date_gmt: '2026-05-01T12:00:00', method: 'GET', route: '/octavo/v1/webhooks/<id>/deliveries' },
    });
    assert.match(message, /webhook_deliveries/);
    assert.ok(!JSON.stringify(errors).includes(secret));
    assert.deepEqual([errors.length, site.errors.length], [1, 1]);
  });

  test('contain the errors of requests in batches, with their routes', async () => {
    await site.database.schemaChange((tx) => tx.execute('alter table entry_terms rename to no_terms'));
    const { id } = await site.create('/cms/v2/tags', { name: 'Before' });
    const { body } = await site.request('administrator', 'POST', '/batch/v1', {
      requests: [
        { path: '/cms/v2/tags', body: { name: 'In a batch' } },
        { path: `/cms/v2/tags/${id}`, method: 'DELETE', body: { force: true } },
        { path: '/cms/v2/posts', body: { title: secret, status: 'publish', slug: secret } },
      ],
    });
    await site.database.schemaChange((tx) => tx.execute('alter table no_terms rename to entry_terms'));
    const failed = body.responses.find(({ status }: { status: number }) => status === 500);
    await site.service.recentErrors.write();
    const [found] = await list(`&search=${failed.body.data.id}`);
    assert.match(found.route, /^\/cms\/v2\/(?:posts|tags)/);
    assert.match(found.message, /entry_terms/);
    assert.ok(!JSON.stringify(found).includes(secret));
  });

  test('contain errors that occurred outside of requests', async () => {
    site.service.errors.report(new TypeError(`${secret} is not iterable`), 'background-error');
    await site.service.recentErrors.write();
    const [found] = await list('&search=background-error');
    assert.deepEqual([found.method, found.route], ['', '']);
    assert.match(found.message, /^TypeError, at recent-errors\.test\.ts:\d+:\d+$/);
  });

  test('can be searched by ID, method, route and message, and filtered by time', async () => {
    now += 3_600_000;
    site.service.errors.report(new Error('Straße %_ gesperrt'), 'Some-Id', {
      method: 'PUT',
      route: '/cms/v2/pages/<id>',
    });
    await site.service.recentErrors.write();
    const ids = async (query: string) => (await list(query)).map(({ id }: { id: string }) => id);
    const idsOnPage = async (page: number) =>
      (await site.request('administrator', 'GET', `${path}?page=${page}`)).body.map(({ id }: { id: string }) => id);
    for (const search of ['some-id', 'SOME-ID', 'put', 'v2/pages', 'STRASSE', '%_'])
      assert.deepEqual(await ids(`&search=${encodeURIComponent(search)}`), ['Some-Id'], search);
    assert.deepEqual(await ids('&search=nothing'), []);
    assert.deepEqual(await ids('&after=2026-05-01T12:30:00Z'), ['Some-Id']);
    assert.ok(!(await ids('&before=2026-05-01T12:30:00Z')).includes('Some-Id'));
    assert.equal((await ids(''))[0], 'Some-Id', 'newest first');
    const { body, headers } = await site.request('administrator', 'GET', `${path}?per_page=1&page=2`);
    assert.equal(body.length, 1);
    assert.match(headers.Link ?? '', /rel="prev"/);
    assert.deepEqual(await idsOnPage(90071992547409), []);
  });

  test('reject invalid parameters', async () => {
    for (const query of ['after=never', 'per_page=101', 'page=0', 'page=x', `search=${'x'.repeat(201)}`])
      assert.equal((await site.request('administrator', 'GET', `${path}?${query}`)).status, 400, query);
  });

  test('can be read by administrators only, and changed by nobody', async () => {
    for (const [caller, status] of [
      ...[['anonymous', 401] as const, ['subscriber', 403] as const, ['contributor', 403] as const],
      ...[['author', 403] as const, ['editor', 403] as const],
    ]) {
      const { body, headers, ...response } = await site.request(caller, 'GET', path);
      assert.deepEqual([response.status, body.code], [status, 'rest_cannot_view'], caller);
      assert.equal(headers['X-CMS-Total'], undefined);
      assert.ok(!JSON.stringify(body).includes('webhooks'));
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      assert.equal((await site.request('administrator', method, path)).status, 404);
  });

  test('are limited in number, in memory and in the database', async () => {
    const errors = new RecentErrors(site.database, () => now);
    for (let at = 0; at < 250; at += 1) errors.add(new Error('one of many'), `many-${at}`);
    await errors.write();
    const stored = await list('&search=one of many');
    assert.equal(stored.length, 100);
    assert.equal(stored[0].id, 'many-249');
    for (let round = 0; round < maxStoredErrors / 100; round += 1) {
      for (let at = 0; at < 100; at += 1) errors.add(new Error('a later one'), `later-${round}-${at}`);
      await errors.write();
    }
    const all = await listErrors(
      site.database.read,
      { search: '', after: '', before: '9999' },
      { limit: 5000, offset: 0 },
    );
    assert.equal(all.length, maxStoredErrors);
    assert.ok(all.every(({ error_id }) => error_id.startsWith('later-')));
  });

  test('are retained until they can be stored', async () => {
    const errors = new RecentErrors(site.database, () => now);
    await site.database.schemaChange((tx) => tx.execute('alter table recent_errors rename to unavailable'));
    errors.add(new Error('stored later'), 'retained');
    await assert.rejects(errors.write());
    await site.database.schemaChange((tx) => tx.execute('alter table unavailable rename to recent_errors'));
    await errors.write();
    await errors.write();
    assert.equal((await list('&search=retained')).length, 1);
  });

  test('have the ID of the request, if it has one', async () => {
    const { authorization } = { authorization: site.authorizationOf('administrator') ?? '' };
    const request = makeRequest('GET', '/octavo/v1/webhooks/1/deliveries', {
      headers: { authorization },
      id: 'request-id',
    });
    const { status, body } = await site.service.dispatch(request);
    assert.deepEqual([status, JSON.parse(String(body)).data.id], [500, 'request-id']);
    await site.service.recentErrors.write();
    assert.equal((await list('&search=request-id')).length, 1);
  });
});
