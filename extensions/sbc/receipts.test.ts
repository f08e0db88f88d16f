// Tests the list of receipts with its filters, and the deletion of the receipts of a visitor.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, roles, type TestSite } from '../../test/site.ts';

describeEachEngine('receipts of consent', (engine) => {
  let site: TestSite;
  const start = Date.parse('2026-05-01T12:00:00Z');
  let now = start;
  /** The IDs of the receipts, in their order, and the visitors. */
  const receipts: string[] = [];
  const visitors: string[] = [];
  let firstCookie = '';

  const choose = async (categories: readonly string[], cookie = '') => {
    now += 1000;
    const sent = await site.request('anonymous', 'POST', '/sbc/v1/consent', { categories }, { cookie });
    assert.equal(sent.status, 201);
    receipts.push(sent.body.consent.receipt);
    return String(sent.headers['Set-Cookie']).split(';')[0] ?? '';
  };
  const list = (query = '') => site.request('administrator', 'GET', `/sbc/v1/receipts?${query}`);
  const idsOf = async (query = ''): Promise<string[]> => {
    const { status, body } = await list(query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.receipts.map(({ receipt }: { receipt: string }) => receipt);
  };
  /** Returns the receipts with these positions, from 0. */
  const at = (...positions: number[]) => positions.map((position) => receipts[position]);

  before(async () => {
    site = await openTestSite({ database: await engine.open(), extensions: ['sbc'], clock: () => now });
    firstCookie = await choose(['marketing']);
    await choose([], firstCookie);
    await choose(['statistics']);
    const { status } = await site.request('administrator', 'POST', '/sbc/v1/settings', { text: 'A new text.' });
    assert.equal(status, 200);
    await choose(['marketing', 'statistics']);
    const { body } = await list();
    visitors.push(...body.receipts.map(({ visitor }: { visitor: string }) => visitor));
  });

  it('are listed in both orders, by page and after a receipt', async () => {
    assert.deepEqual(await idsOf(), at(0, 1, 2, 3));
    assert.deepEqual(await idsOf('order=desc'), at(3, 2, 1, 0));
    assert.deepEqual(await idsOf('order=desc&per_page=3&page=2'), at(0));
    assert.deepEqual(await idsOf('per_page=1&page=3'), at(2));
    assert.deepEqual(await idsOf('page=1000000000000'), []);
    assert.deepEqual(await idsOf(`order=desc&after=${receipts[2]}`), at(1, 0));
    assert.deepEqual(await idsOf(`after=${receipts[2]}`), at(3));
    assert.equal((await list('order=desc&per_page=2')).body.next, receipts[2]);
    assert.equal((await list('order=desc&per_page=5')).body.next, null);
  });

  it('have a total only if it is requested', async () => {
    assert.equal('total' in (await list()).body, false);
    const { body } = await list('with_total=true&per_page=1');
    assert.deepEqual([body.receipts.length, body.total], [1, 4]);
    assert.equal((await list('with_total=true&category=marketing')).body.total, 2);
    assert.equal((await list('with_total=true&page=9')).body.total, 4);
  });

  it('are found by the ID of the receipt and of the visitor, and by its beginning', async () => {
    assert.equal(visitors[0], visitors[1]);
    assert.equal(new Set(visitors).size, 3);
    assert.deepEqual(await idsOf(`search=${receipts[2]}`), at(2));
    assert.deepEqual(await idsOf(`search=${visitors[0]}&order=desc`), at(1, 0));
    assert.deepEqual(await idsOf(`search=${visitors[2]?.slice(0, 20)}`), at(2));
    assert.deepEqual(await idsOf(`search=${receipts[3]?.slice(0, 20)}`), at(3));
    assert.deepEqual(await idsOf(`search=${visitors[2]?.slice(1)}`), [], 'the beginning is compared');
    for (const text of ['none', '%25', "'", `${visitors[0]}'--`, '"'])
      assert.deepEqual(await idsOf(`search=${text}`), [], text);
  });

  it('are filtered by category, text and time', async () => {
    assert.deepEqual(await idsOf('category=marketing'), at(0, 3));
    assert.deepEqual(
      await idsOf('category=necessary'),
      at(0, 1, 2, 3),
      'required categories are part of every consent',
    );
    assert.deepEqual(await idsOf('category=market'), [], 'names are compared as a whole');
    assert.deepEqual(await idsOf('text=current'), at(3));
    assert.deepEqual(await idsOf('text=earlier&category=statistics'), at(2));
    const time = (seconds: number) => new Date(start + seconds * 1000).toISOString();
    assert.deepEqual(await idsOf(`given_after=${time(1)}`), at(1, 2, 3));
    assert.deepEqual(await idsOf(`given_before=${time(3)}`), at(0, 1));
    assert.deepEqual(await idsOf(`given_after=${time(1)}&given_before=${time(4)}&order=desc`), at(2, 1));
    assert.deepEqual(await idsOf(`given_after=${time(1)}&after=${receipts[2]}`), at(3));
    assert.deepEqual(await idsOf('given_before=1969-01-01T00:00:00Z'), []);
    assert.deepEqual(await idsOf('given_after=9999-12-31T23:59:59Z'), []);
    for (const query of [
      ...['order=random', 'category=%22', 'text=all', 'given_after=yesterday', 'page=0', 'per_page=1001'],
      ...['with_total=2', `search=${'x'.repeat(101)}`, `after=${'x'.repeat(37)}`],
    ]) {
      const { status, body } = await list(query);
      assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], query);
    }
    assert.deepEqual(site.errors, []);
  });

  it('of a visitor can be deleted only by administrators, who delete no others', async () => {
    const path = `/sbc/v1/receipts?visitor=${visitors[0]}`;
    for (const caller of ['anonymous', 'other', ...roles.filter((role) => role !== 'administrator')] as const) {
      const { status, body } = await site.request(caller, 'DELETE', path);
      assert.deepEqual([status, body.code], [caller === 'anonymous' ? 401 : 403, 'sbc_cannot_manage'], caller);
    }
    const missing = await site.request('administrator', 'DELETE', '/sbc/v1/receipts');
    assert.deepEqual([missing.status, missing.body.code], [400, 'rest_missing_callback_param']);
    for (const visitor of ['', 'none', '%25', String(receipts[0])]) {
      const { body } = await site.request('administrator', 'DELETE', `/sbc/v1/receipts?visitor=${visitor}`);
      assert.equal(body.erased ?? 0, 0, visitor);
    }
    assert.deepEqual(await idsOf(), at(0, 1, 2, 3));

    const { status, body } = await site.request('administrator', 'DELETE', path);
    assert.deepEqual([status, body], [200, { erased: 2 }]);
    assert.deepEqual(await idsOf(), at(2, 3));
    assert.deepEqual((await site.request('administrator', 'DELETE', path)).body, { erased: 0 });
    const log = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=data-erased')).body;
    assert.equal(log.length, 1);
    assert.deepEqual([log[0].object_type, log[0].details], ['receipt', { extension: 'sbc', count: 2 }]);
    assert.doesNotMatch(JSON.stringify(log), new RegExp(String(visitors[0])), 'the log does not identify the visitor');
    const { body: again } = await site.request('anonymous', 'GET', '/sbc/v1/consent', undefined, {
      cookie: firstCookie,
    });
    assert.equal(again.consent, null, 'the visitor must choose again');
  });
});
