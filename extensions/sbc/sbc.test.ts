import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, roles, type TestSite } from '../../test/site.ts';

describeEachEngine('sbc/v1', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  const consent = '/sbc/v1/consent';

  before(async () => {
    site = await openTestSite({ database: await engine.open(), extensions: ['sbc'], clock: () => now });
  });

  const read = async (cookie = '') => (await site.request('anonymous', 'GET', consent, undefined, { cookie })).body;
  /** Submits a choice, and returns the response and the cookie that it sets. */
  const choose = async (json: object, cookie = '') => {
    const { status, headers, body } = await site.request('anonymous', 'POST', consent, json, { cookie });
    return { status, body, header: headers['Set-Cookie'] ?? '', cookie: (headers['Set-Cookie'] ?? '').split(';')[0] };
  };
  const receipts = async (query = '') => (await site.request('administrator', 'GET', `/sbc/v1/receipts${query}`)).body;
  const set = (changes: object) => site.request('administrator', 'POST', '/sbc/v1/settings', changes);

  it('stores a choice and finds it again by a signed cookie', async () => {
    const initial = await read();
    assert.equal(initial.consent, null);
    assert.deepEqual(
      initial.categories.map(({ name }: { name: string }) => name),
      ['necessary', 'statistics', 'marketing'],
    );
    const { status, body, header, cookie } = await choose({ categories: ['statistics'], version: initial.version });
    assert.equal(status, 201);
    assert.match(header, /^consent=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
    const { receipt, given, version, categories } = body.consent;
    assert.deepEqual(categories, ['necessary', 'statistics'], 'required categories are part of every consent');
    assert.deepEqual([given, version], ['2026-05-01T12:00:00.000Z', initial.version]);
    assert.equal((await read(cookie)).consent.receipt, receipt);
    assert.equal((await read(`${cookie}0`)).consent, null, 'the cookie was changed');
    assert.equal((await read()).consent, null, 'another visitor');
  });

  it('stores every choice of a visitor as a new receipt, in order', async () => {
    now += 1000;
    const first = await choose({ categories: 'marketing, statistics' });
    now += 1000;
    const second = await choose({ categories: [] }, first.cookie);
    const { receipts: all } = await receipts();
    const [earlier, later] = all.slice(-2);
    assert.deepEqual([earlier.receipt, later.receipt], [first.body.consent.receipt, second.body.consent.receipt]);
    assert.equal(earlier.visitor, later.visitor);
    assert.deepEqual(earlier.categories, ['necessary', 'statistics', 'marketing']);
    assert.deepEqual((await read(second.cookie)).consent.categories, ['necessary']);
    const [page, rest] = [await receipts('?per_page=2'), await receipts(`?after=${all[1].receipt}`)];
    assert.deepEqual([page.receipts.length, page.next, rest.receipts.length], [2, all[1].receipt, all.length - 2]);
  });

  it('requires a new consent when the text or the categories change', async () => {
    const { version } = await read();
    const { cookie } = await choose({ categories: [] });
    assert.equal((await set({ text: 'Another text.' })).status, 200);
    const changed = await read(cookie);
    assert.deepEqual([changed.consent, changed.text], [null, 'Another text.']);
    const outdated = await choose({ categories: [], version });
    assert.deepEqual([outdated.status, outdated.body.code], [409, 'sbc_outdated']);
  });

  it('rejects invalid choices and stores nothing', async () => {
    const { receipts: before } = await receipts();
    for (const json of [
      {},
      { categories: ['none'] },
      { categories: { a: 1 } },
      { categories: [['marketing']] },
      { categories: 7 },
    ]) {
      const { status, body, header } = await choose(json);
      assert.deepEqual([status, body.code, header], [400, 'rest_invalid_param', ''], JSON.stringify(json));
    }
    assert.equal((await receipts()).receipts.length, before.length);
    const category = { name: 'a', label: 'A' };
    for (const changes of [
      { categories: [] },
      { categories: [category, category] },
      { categories: [{ name: 'A B', label: '' }] },
      { retention_days: 0 },
    ])
      assert.equal((await set(changes)).status, 400, JSON.stringify(changes));
    assert.deepEqual(site.errors, []);
  });

  it('deletes receipts after the retention period', async () => {
    assert.notEqual((await receipts()).receipts.length, 0);
    now += 1096 * 24 * 60 * 60 * 1000;
    await site.service.tasks.runJobs((error) => site.errors.push(error));
    assert.deepEqual((await receipts()).receipts, []);
    assert.deepEqual(site.errors, []);
  });

  it('can be managed only by administrators', async () => {
    for (const caller of ['anonymous', 'other', ...roles] as const) {
      const status = { administrator: 200, anonymous: 401 }[caller as string] ?? 403;
      for (const path of ['receipts', 'settings'])
        assert.equal((await site.request(caller, 'GET', `/sbc/v1/${path}`)).status, status, `${caller} ${path}`);
      if (status !== 200)
        assert.equal((await site.request(caller, 'POST', '/sbc/v1/settings', { text: 'x' })).status, status);
    }
  });
});
