// What extensions offer to everybody cannot be asked without end, and who changes their settings is noted.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { SiteEvent } from '../server/events/event.ts';
import { joinListeners, tellEvents } from '../server/events/tell-events.ts';
import { makeRequireCalm } from '../server/extensions/calm.ts';
import { textOf } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('the built-in extensions', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), extensions: ['union'], clock: () => now });
  });

  /** How often somebody at an address may ask before there is 429, of so many times. */
  const taken = async (method: string, path: string, from: (n: number) => string, json: object, times: number) => {
    const authorization = site.authorizationOf('administrator') ?? '';
    let served = 0;
    for (let n = 0; n < times; n += 1) {
      const headers = path.includes('mail') ? { authorization } : {};
      const more = method === 'GET' ? { headers } : { headers, json };
      const answer = await site.service.dispatch(makeRequest(method, path, { ...more, from: from(n) }));
      if (answer.status < 300) served += 1;
      else {
        const { code } = JSON.parse(textOf(answer.body ?? 'null'));
        assert.deepEqual([answer.status, code.endsWith('_too_many')], [429, true], `${path} ${code}`);
        assert.ok(Number(answer.headers['Retry-After']) > 0);
      }
    }
    return served;
  };
  const rows = async () =>
    (await site.ask('administrator', 'GET', '/sbc/v1/receipts?per_page=1000')).body.receipts.length;

  it('take consents of one sender twenty times a minute, and store no more', async () => {
    const consent = { categories: [] };
    const before = await rows();
    assert.equal(await taken('POST', '/sbc/v1/consent', (n) => `2001:db8::${n.toString(16)}`, consent, 25), 20);
    assert.equal((await rows()) - before, 20);
    assert.equal(await taken('POST', '/sbc/v1/consent', () => '192.0.2.1', consent, 1), 1);
    assert.equal(await taken('GET', '/sbc/v1/consent', () => '2001:db8::1', {}, 30), 30, 'to look is free');
    now += 60_000;
    assert.equal(await taken('POST', '/sbc/v1/consent', () => '2001:db8::1', consent, 1), 1);
  });

  it('let nobody try ages without end', async () => {
    const path = '/age-check/v3/check';
    assert.equal(await taken('GET', `${path}?birth_date=2010-01-01`, () => '192.0.2.2', {}, 25), 20);
    assert.equal(await taken('GET', path, () => '192.0.2.2', {}, 30), 30);
  });

  it('send no mail to whomever without end', async () => {
    const path = '/cms-mail-smtp/setup-wizard/v1';
    const to = { to: 'victim@site.test', mailer: 'none' };
    assert.equal(await taken('POST', `${path}/check-mailer-configuration`, () => '192.0.2.3', to, 15), 15);
    assert.equal(await taken('POST', `${path}/mailer-preflight`, () => '192.0.2.3', to, 10), 5, 'both count together');
  });

  it('answer to what every object has as to any other name', async () => {
    for (const taxonomy of ['constructor', '__proto__', 'toString'])
      for (const list of ['terms', 'terms/selected', 'terms/select-all']) {
        const { status } = await site.ask('administrator', 'GET', `/age-check/v3/admin/${list}?taxonomy=${taxonomy}`);
        assert.equal(status, 404, `${list} ${taxonomy}`);
      }
    assert.deepEqual(site.faults, []);
  });

  it('note who changes which settings, and tell it, never to what', async () => {
    const { database } = site;
    const heard: SiteEvent[] = [];
    const hear = async (event: SiteEvent) => heard.push(event);
    const listeners = [{ name: 'probe', kinds: ['settings.updated'], hear }];
    await joinListeners({ database, listeners });
    const changes: [path: string, json: object][] = [
      ['/sbc/v1/settings', { cookie_days: 77 }],
      ['/age-check/v3/admin/settings', { required_age: 77 }],
      ['/spamfilter/v1/settings', { spamfilter_strictness: true }],
      ['/cmsforms/v1/setup-wizard/update', { step: 'storage', settings: { retention_days: 77 } }],
      ['/cms-mail-smtp/setup-wizard/v1/update', { value: { smtp: { password: 'hushed' } } }],
    ];
    for (const [path, json] of changes) {
      const { status, body } = await site.ask('administrator', 'POST', path, json);
      assert.equal(status, 200, `${path} ${JSON.stringify(body)}`);
    }
    await tellEvents({ database, listeners, clock: () => now, onFailure: (error) => site.faults.push(error) });
    const { body } = await site.ask('administrator', 'GET', '/octavo/v1/audit-log?action=settings-changed');
    const noted = (body as { object_id: string; details: { settings: string[] } }[])
      .map(({ object_id: id, details }) => `${id}: ${details.settings}`)
      .sort();
    const names = [
      'age-check: required_age',
      'cmsforms: retention_days',
      'mail-smtp: smtp.password',
      'sbc: cookie_days',
      'spamfilter: spamfilter_strictness',
    ];
    assert.deepEqual(noted, names);
    assert.deepEqual(
      heard.map(({ type, tags }) => `${type}: ${tags.filter((tag) => tag.startsWith('setting:')).join()}`).sort(),
      names.map((name) => name.replace(/^(.*): /, '$1: setting:$1.')),
    );
    assert.ok(heard.every(({ type, tags }) => tags.includes('settings') && tags.includes(`extension:${type}`)));
    assert.doesNotMatch(JSON.stringify([heard, body]), /hushed|[:"]77[,"}]/);
    assert.deepEqual(site.faults, []);
  });

  it('look for the terms of so many taxonomies at most', async () => {
    const path = '/age-check/v3/admin/settings';
    const of = (from: number, n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`t${from + i}`, [1]]));
    const set = async (selected_terms: object) =>
      (await site.ask('administrator', 'POST', path, { selected_terms })).status;
    assert.deepEqual([await set(of(0, 51)), await set(of(0, 50)), await set(of(50, 1))], [400, 200, 400]);
    assert.deepEqual(site.faults, []);
  });
});

it('all senders together have a limit of their own, and what is refused does not count', () => {
  let now = 0;
  const requireCalm = makeRequireCalm(() => now, 'my-shop');
  const ask = (n: number) => requireCalm({ from: `192.0.2.${n}` }, 'buy', { most: 2, inAll: 5 });
  for (const n of [1, 1, 2, 2, 3]) ask(n);
  assert.throws(() => ask(4), { status: 429, code: 'my_shop_too_many' });
  requireCalm({ from: '192.0.2.4' }, 'look', { most: 1 });
  now = 59_000;
  assert.throws(() => ask(4), { parts: { retryAfter: 1, unkept: true } });
  now = 60_000;
  ask(4);
});
