import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { type Caller, openTestSite, roles, type TestSite } from '../../test/site.ts';
import { ageAt } from './check-age.ts';

describe('ageAt', () => {
  const now = Date.parse('2026-05-01T12:00:00Z');

  it('increases on the birthday', () => {
    assert.equal(ageAt('2008-05-01', now), 18);
    assert.equal(ageAt('2008-05-02', now), 17);
    assert.equal(ageAt('2008-04-30', now), 18);
    assert.equal(ageAt('2026-05-01', now), 0);
  });

  it('is undefined if the date of birth is invalid or implausible', () => {
    for (const birth of [
      '2026-05-02',
      '1800-01-01',
      '1990-02-30',
      '1990-13-01',
      '1990-1-1',
      '',
      '1990-05-31T00:00:00Z',
    ])
      assert.equal(ageAt(birth, now), undefined, birth);
  });
});

describeEachEngine('age-check/v3', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  let spirits: number;
  const posts: Record<string, number> = {};
  const check = '/age-check/v3/check';
  const settings = '/age-check/v3/admin/settings';

  before(async () => {
    site = await openTestSite({ database: await engine.open(), extensions: ['age-check'], clock: () => now });
    ({ id: spirits } = await site.create('/cms/v2/tags', { name: 'Spirits' }));
    await site.create('/cms/v2/tags', { name: 'Juice' });
    const post = { title: 'A post', content: 'Text.', status: 'publish' };
    posts.whisky = (await site.create('/cms/v2/posts', { ...post, tags: [spirits] })).id;
    posts.apples = (await site.create('/cms/v2/posts', post)).id;
    posts.draft = (await site.create('/cms/v2/posts', { ...post, status: 'draft', tags: [spirits] })).id;
  });

  const set = async (changes: object) => {
    const { status, body } = await site.request('administrator', 'POST', settings, changes);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  /** Requests a check. Returns its result, the status, whether the response may be cached, and the cookie that it sets. */
  const requestCheck = async (query = '', cookie?: string, caller: Caller = 'anonymous') => {
    const response = await site.request(
      caller,
      'GET',
      check + query,
      undefined,
      cookie === undefined ? {} : { cookie },
    );
    const given = response.headers['Set-Cookie'];
    return { ...response.body, status: response.status, kept: response.headers['Cache-Control'] === undefined, given };
  };

  it('allows all visitors until it is enabled', async () => {
    const { allowed, restricted, reason } = await requestCheck();
    assert.deepEqual({ allowed, restricted, reason }, { allowed: true, restricted: false, reason: 'not-enabled' });
  });

  it('requires a date of birth, and stores the age in a signed cookie until it expires', async () => {
    await set({ enabled: true, required_age: 18 });
    assert.equal((await requestCheck()).reason, 'unknown');
    const old = await requestCheck('?birth_date=2000-01-01');
    assert.deepEqual([old.allowed, old.reason, old.kept], [true, 'old-enough', false]);
    assert.match(old.given, /^age_check=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const [cookie = ''] = old.given.split(';');
    assert.equal((await requestCheck('', `other=1; ${cookie}`)).reason, 'old-enough');
    assert.equal((await requestCheck('', `${cookie}0`)).reason, 'unknown', 'the cookie was changed');
    const [young = ''] = (await requestCheck('?birth_date=2010-01-01')).given.split(';');
    const refused = await requestCheck('', young);
    assert.deepEqual([refused.allowed, refused.reason], [false, 'too-young']);
    now += 31 * 24 * 60 * 60 * 1000;
    assert.equal((await requestCheck('', cookie)).reason, 'unknown', 'the cookie has expired');
    now -= 31 * 24 * 60 * 60 * 1000;
  });

  it('allows signed-in users if they are exempt', async () => {
    assert.equal((await requestCheck('', undefined, 'subscriber')).reason, 'signed-in');
    await set({ exempt_signed_in: false });
    assert.equal((await requestCheck('', undefined, 'subscriber')).reason, 'unknown');
    await set({ exempt_signed_in: true });
  });

  it('restricts only entries with selected terms, and reveals nothing about entries that are not public', async () => {
    await set({ applies_to: 'selected', selected_terms: { post_tag: [spirits] } });
    assert.equal((await requestCheck(`?post=${posts.whisky}`)).reason, 'unknown');
    assert.equal((await requestCheck(`?post=${posts.apples}`)).reason, 'not-restricted');
    assert.equal((await requestCheck(`?post=${posts.draft}`)).reason, (await requestCheck('?post=987654')).reason);
    await set({ applies_to: 'all' });
  });

  it('accepts a confirmation with the method confirm', async () => {
    await set({ method: 'confirm' });
    assert.equal((await requestCheck('?birth_date=1990-01-01')).reason, 'unknown');
    const { given, reason } = await requestCheck('?confirm=1');
    assert.equal(reason, 'old-enough');
    await set({ required_age: 21 });
    assert.equal((await requestCheck('', given.split(';')[0])).reason, 'too-young', 'the confirmed age was lower');
    await set({ method: 'birth-date', required_age: 18 });
  });

  it('rejects malformed parameters', async () => {
    for (const query of [
      '?birth_date=1990-02-30',
      '?birth_date[]=1990-01-01',
      '?post=1abc',
      '?post[]=1',
      '?post=1e400',
    ])
      assert.deepEqual(
        [(await requestCheck(query)).status, (await requestCheck(query)).code],
        [400, 'rest_invalid_param'],
        query,
      );
  });

  it('lists all terms of a taxonomy and the selected ones, and returns a selection of all terms', async () => {
    const ask = async (path: string) =>
      (await site.request('administrator', 'GET', `/age-check/v3/admin/${path}`)).body;
    const { terms } = await ask('terms?taxonomy=post_tag');
    assert.deepEqual(
      terms.map((term: { name: string; selected: boolean }) => [term.name, term.selected]),
      [
        ['Juice', false],
        ['Spirits', true],
      ],
    );
    const selected = await ask('terms/selected?taxonomy=post_tag');
    assert.deepEqual(
      selected.terms.map(({ id }: { id: number }) => id),
      [spirits],
    );
    const all = await ask('terms/select-all?taxonomy=post_tag');
    assert.equal(all.selected_terms.post_tag.length, 2);
    assert.equal((await ask('terms/selected?taxonomy=post_tag')).terms.length, 1, 'the GET changed nothing');
    await set({ selected_terms: all.selected_terms });
    assert.equal((await ask('terms/selected?taxonomy=post_tag')).terms.length, 2);
  });

  it('rejects unknown taxonomies and invalid settings', async () => {
    for (const name of ['none', '..', 'post_tag/1', '%00', `${'x'.repeat(10_000)}`]) {
      const { status, body } = await site.request(
        'administrator',
        'GET',
        `/age-check/v3/admin/terms?taxonomy=${encodeURIComponent(name)}`,
      );
      assert.deepEqual([status, body.code], [404, 'age_check_unknown_taxonomy'], name.slice(0, 20));
    }
    assert.equal((await site.request('administrator', 'GET', '/age-check/v3/admin/terms')).status, 400);
    const invalidSettings = [
      { required_age: 0 },
      { method: 'guess' },
      { selected_terms: { post_tag: ['x'] } },
      { enabled: 'no way' },
    ];
    for (const changes of invalidSettings) {
      const { status } = await site.request('administrator', 'POST', settings, changes);
      assert.equal(status, 400, JSON.stringify(changes));
    }
    assert.deepEqual(site.errors, []);
  });

  it('can be managed only by administrators', async () => {
    const managementPaths = [
      'terms?taxonomy=category',
      'terms/selected?taxonomy=category',
      'terms/select-all?taxonomy=category',
      'settings',
    ];
    for (const caller of ['anonymous', 'other', ...roles] as const) {
      const status = { administrator: 200, anonymous: 401 }[caller as string] ?? 403;
      for (const path of managementPaths) {
        const response = await site.request(caller, 'GET', `/age-check/v3/admin/${path}`);
        assert.equal(response.status, status, `${caller} ${path}`);
        if (status !== 200) assert.equal(response.body.code, 'age_check_cannot_manage');
      }
      if (status !== 200)
        assert.equal((await site.request(caller, 'POST', settings, { enabled: false })).status, status);
    }
    assert.equal((await site.request('administrator', 'GET', settings)).body.enabled, true);
  });
});
