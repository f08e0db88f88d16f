// Tests that public endpoints of extensions are rate-limited, and that changes to the settings of extensions are recorded.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { SharedCounts } from '../server/access/shared-counts.ts';
import { deliverEvents, registerListeners } from '../server/events/deliver-events.ts';
import type { SiteEvent } from '../server/events/event.ts';
import { makeRateLimit } from '../server/extensions/rate-limit.ts';
import { toText } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('the built-in extensions', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), extensions: ['union'], clock: () => now });
  });

  /** Sends a number of requests and returns how many were accepted. Asserts that all others were rejected with 429. */
  const countAccepted = async (
    method: string,
    path: string,
    from: (n: number) => string,
    json: object,
    times: number,
  ) => {
    const authorization = site.authorizationOf('administrator') ?? '';
    let accepted = 0;
    for (let n = 0; n < times; n += 1) {
      const headers = path.includes('mail') ? { authorization } : {};
      const more = method === 'GET' ? { headers } : { headers, json };
      const response = await site.service.dispatch(makeRequest(method, path, { ...more, from: from(n) }));
      if (response.status < 300) accepted += 1;
      else {
        const { code } = JSON.parse(toText(response.body ?? 'null'));
        assert.deepEqual([response.status, code.endsWith('_too_many')], [429, true], `${path} ${code}`);
        assert.ok(Number(response.headers['Retry-After']) > 0);
      }
    }
    return accepted;
  };
  const rows = async () =>
    (await site.request('administrator', 'GET', '/sbc/v1/receipts?per_page=1000')).body.receipts.length;

  it('accept and store at most twenty consents per minute and client', async () => {
    const consent = { categories: [] };
    const before = await rows();
    assert.equal(await countAccepted('POST', '/sbc/v1/consent', (n) => `2001:db8::${n.toString(16)}`, consent, 25), 20);
    assert.equal((await rows()) - before, 20);
    assert.equal(await countAccepted('POST', '/sbc/v1/consent', () => '192.0.2.1', consent, 1), 1);
    assert.equal(
      await countAccepted('GET', '/sbc/v1/consent', () => '2001:db8::1', {}, 30),
      30,
      'reads are not limited',
    );
    now += 60_000;
    assert.equal(await countAccepted('POST', '/sbc/v1/consent', () => '2001:db8::1', consent, 1), 1);
  });

  it('limit the rate of age checks', async () => {
    const path = '/age-check/v3/check';
    assert.equal(await countAccepted('GET', `${path}?birth_date=2010-01-01`, () => '192.0.2.2', {}, 25), 20);
    assert.equal(await countAccepted('GET', path, () => '192.0.2.2', {}, 30), 30);
  });

  it('limit the rate of test emails', async () => {
    const path = '/cms-mail-smtp/setup-wizard/v1';
    const to = { to: 'victim@site.test', mailer: 'none' };
    assert.equal(await countAccepted('POST', `${path}/check-mailer-configuration`, () => '192.0.2.3', to, 15), 15);
    assert.equal(
      await countAccepted('POST', `${path}/mailer-preflight`, () => '192.0.2.3', to, 10),
      5,
      'both count towards the same limit',
    );
  });

  it('handle names of Object.prototype like any other name', async () => {
    for (const taxonomy of ['constructor', '__proto__', 'toString'])
      for (const list of ['terms', 'terms/selected', 'terms/select-all']) {
        const { status } = await site.request(
          'administrator',
          'GET',
          `/age-check/v3/admin/${list}?taxonomy=${taxonomy}`,
        );
        assert.equal(status, 404, `${list} ${taxonomy}`);
      }
    assert.deepEqual(site.errors, []);
  });

  it('record the names of changed settings and the user who changed them, but no values', async () => {
    const { database } = site;
    const received: SiteEvent[] = [];
    const onEvent = async (event: SiteEvent) => received.push(event);
    const listeners = [{ name: 'probe', kinds: ['settings.updated'], onEvent }];
    await registerListeners({ database, listeners });
    const changes: [path: string, json: object][] = [
      ['/sbc/v1/settings', { cookie_days: 77 }],
      ['/age-check/v3/admin/settings', { required_age: 77 }],
      ['/spamfilter/v1/settings', { spamfilter_strictness: true }],
      ['/cmsforms/v1/setup-wizard/update', { step: 'storage', settings: { retention_days: 77 } }],
      ['/cms-mail-smtp/setup-wizard/v1/update', { value: { smtp: { password: 'hushed' } } }],
    ];
    for (const [path, json] of changes) {
      const { status, body } = await site.request('administrator', 'POST', path, json);
      assert.equal(status, 200, `${path} ${JSON.stringify(body)}`);
    }
    await deliverEvents({ database, listeners, clock: () => now, onFailure: (error) => site.errors.push(error) });
    const { body } = await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=settings-updated');
    const recorded = (body as { object_id: string; details: { settings: string[] } }[])
      .map(({ object_id: id, details }) => `${id}: ${details.settings}`)
      .sort();
    const names = [
      'age-check: required_age',
      'cmsforms: retention_days',
      'mail-smtp: smtp.password',
      'sbc: cookie_days',
      'spamfilter: spamfilter_strictness',
    ];
    assert.deepEqual(recorded, names);
    assert.deepEqual(
      received.map(({ type, tags }) => `${type}: ${tags.filter((tag) => tag.startsWith('setting:')).join()}`).sort(),
      names.map((name) => name.replace(/^(.*): /, '$1: setting:$1.')),
    );
    assert.ok(received.every(({ type, tags }) => tags.includes('settings') && tags.includes(`extension:${type}`)));
    assert.doesNotMatch(JSON.stringify([received, body]), /hushed|[:"]77[,"}]/);
    assert.deepEqual(site.errors, []);
  });

  it('limit the number of taxonomies with selected terms', async () => {
    const path = '/age-check/v3/admin/settings';
    const of = (from: number, n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`t${from + i}`, [1]]));
    const set = async (selected_terms: object) =>
      (await site.request('administrator', 'POST', path, { selected_terms })).status;
    assert.deepEqual([await set(of(0, 51)), await set(of(0, 50)), await set(of(50, 1))], [400, 200, 400]);
    assert.deepEqual(site.errors, []);
  });
});

it('limit all clients together, and do not count rejected requests', async () => {
  let now = 0;
  const clock = () => now;
  const counts = new SharedCounts({ clock, key: 'key', store: undefined });
  const requireRateLimit = makeRateLimit(clock, counts, 'my-shop');
  const limitRequest = (n: number) => requireRateLimit({ from: `192.0.2.${n}` }, 'buy', { max: 2, maxTotal: 5 });
  for (const n of [1, 1, 2, 2, 3]) limitRequest(n);
  assert.throws(() => limitRequest(4), { status: 429, code: 'my_shop_too_many' });
  requireRateLimit({ from: '192.0.2.4' }, 'look', { max: 1 });
  now = 59_000;
  assert.throws(() => limitRequest(4), { options: { retryAfter: 1, uncached: true } });
  now = 60_000;
  await limitRequest(4);
  await limitRequest(4);
  assert.throws(() => limitRequest(4), { options: { retryAfter: 60, uncached: true } });
});

it('reject calls that exceed a limit in another process, without ending the process if nothing awaits the result', async () => {
  const clock = () => 1000;
  const store = {
    exchange: async (_counts: unknown, counters: readonly string[]) =>
      counters.map((counter) => ({ counter, since: 0, attempts: 2, expires: 60_000 })),
  };
  const requireRateLimit = makeRateLimit(clock, new SharedCounts({ clock, key: 'key', store }), 'my-shop');
  const limitRequest = () => requireRateLimit({ from: '192.0.2.1' }, 'buy', { max: 2 });
  await assert.rejects(limitRequest(), {
    status: 429,
    code: 'my_shop_too_many',
    options: { retryAfter: 59, uncached: true },
  });
  void limitRequest();
  await new Promise(setImmediate);
});
