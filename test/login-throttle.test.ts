// Tests the throttling of failed logins over the API (docs/security.md, Login throttling): delays, rejections and uniform
// responses.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import { toText } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const basic = (name: string, secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

/** Sends a request with credentials from an IP address. Returns the status, the headers and the body. */
async function requestFrom(
  site: TestSite,
  clientAddress: string,
  authorization: string,
  more: object = {},
  path = '/cms/v2/posts',
) {
  const request = makeRequest('GET', path, { from: clientAddress, ...more, headers: { authorization } });
  const { status, headers, body } = await site.service.dispatch(request);
  return { status, headers, body: toText(body ?? '') };
}

describeEachEngine('guessing', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T00:00:00Z');
  const delays: number[] = [];
  before(async () => {
    site = await openTestSite({
      database: await engine.open(),
      clock: () => now,
      pause: async (milliseconds) => delays.push(milliseconds),
    });
  });

  test('public content is returned even with invalid credentials, which a header reports', async () => {
    const { status, headers, body } = await requestFrom(site, '192.0.2.1', basic('admin', 'wrong'));
    assert.deepEqual([status, headers['X-CMS-Credential']], [200, 'refused']);
    assert.equal(body, toText((await site.service.dispatch(makeRequest('GET', '/cms/v2/posts'))).body ?? ''));
  });

  test('existing and unknown users get the same responses and delays', async () => {
    const outcomes: unknown[] = [];
    for (const [from, name] of [
      ['192.0.2.2', 'admin'],
      ['192.0.2.3', 'admin@site.test'],
      ['192.0.2.4', 'nobody-here'],
    ] as const) {
      delays.length = 0;
      const responses = [];
      for (let n = 0; n < 110; n += 1)
        responses.push(await requestFrom(site, from, basic(name, `wrong ${n}`), {}, '/cms/v2/users/me'));
      outcomes.push([responses, [...delays]]);
    }
    assert.deepEqual(outcomes[1], outcomes[0]);
    assert.deepEqual(outcomes[2], outcomes[0]);
  });

  test('after a hundred failures within a minute, wrong credentials from the IP address are rejected on every route', async () => {
    const from = '192.0.2.5';
    for (let n = 0; n < 100; n += 1)
      assert.equal((await requestFrom(site, from, basic(`name${n}`, 'wrong'))).status, 200);
    const headers = { 'x-forwarded-for': '198.51.100.1', 'X-Forwarded-For': '198.51.100.2', forwarded: 'for=1.2.3.4' };
    for (const [method, path] of [
      ['GET', '/cms/v2/posts'],
      ['GET', '/'],
      ['GET', '/no/route'],
      ['OPTIONS', '/cms/v2/users'],
      ['POST', '/batch/v1'],
    ] as const) {
      const request = makeRequest(method, path, {
        from,
        json: { from: '198.51.100.1', requests: [] },
        headers: { ...headers, authorization: basic('other', 'wrong') },
      });
      const response = await site.service.dispatch(request);
      assert.equal(response.status, 429, path);
      assert.equal(JSON.parse(toText(response.body ?? '')).code, 'rest_too_many_failed_attempts');
      assert.deepEqual([response.headers['Retry-After'], response.headers['X-CMS-Credential']], ['60', 'refused']);
    }
    // Neither requests without credentials nor other clients are affected.
    const read = await site.service.dispatch(makeRequest('GET', '/cms/v2/posts', { from }));
    assert.equal(read.status, 200);
    assert.equal((await requestFrom(site, '192.0.2.6', basic('other', 'wrong'))).status, 200);
    now += 60_000;
    assert.equal((await requestFrom(site, from, basic('other', 'wrong'))).status, 200);
  });

  test('all IP addresses of an IPv6 network count as one', async () => {
    for (let n = 0; n < 100; n += 1)
      await requestFrom(site, `2001:db8:0:1::${n.toString(16)}`, basic(`name${n}`, 'wrong'));
    assert.equal((await requestFrom(site, '2001:db8:0:1:ffff::', basic('name', 'wrong'))).status, 429);
    assert.equal((await requestFrom(site, '2001:db8:0:2::1', basic('name', 'wrong'))).status, 200);
  });

  test('a batch counts as one attempt, because its items cannot have credentials', async () => {
    const from = '192.0.2.7';
    for (let n = 0; n < 4; n += 1) {
      const requests = Array.from({ length: 25 }, (_, at) => ({
        path: '/cms/v2/users/me',
        method: 'POST',
        headers: { Authorization: basic('admin', `guess ${n} ${at}`) },
      }));
      const request = makeRequest('POST', '/batch/v1', {
        from,
        json: { requests },
        headers: { authorization: basic('a', 'b') },
      });
      assert.equal((await site.service.dispatch(request)).status, 207);
    }
    assert.deepEqual(site.service.loginThrottle.decide({ from, account: 'a', secret: 'application-password' }), {
      wait: 0,
    });
  });

  test('a client with valid credentials is not affected by failures of others, even from the same IP address', async () => {
    const { password } = await issueApplicationPassword(
      { database: site.database, key: site.service.key, clock: () => now },
      { userId: site.ids.editor, name: 'p' },
    );
    const validCredentials = basic('editor', password);
    assert.equal((await requestFrom(site, '192.0.2.8', validCredentials, {}, '/cms/v2/users/me')).status, 200);
    for (let n = 0; n < 300; n += 1) await requestFrom(site, `203.0.113.${n % 250}`, basic('editor', `wrong ${n}`));
    for (let n = 0; n < 120; n += 1) await requestFrom(site, '192.0.2.8', basic(`name${n}`, 'wrong'));
    delays.length = 0;
    assert.equal((await requestFrom(site, '192.0.2.8', validCredentials, {}, '/cms/v2/users/me')).status, 200);
    assert.equal((await requestFrom(site, '192.0.2.99', validCredentials, {}, '/cms/v2/users/me')).status, 200);
    assert.deepEqual(delays, []);
  });
});

test('the right password is accepted within seconds, also from a new IP address, while many addresses guess', async () => {
  const delays: number[] = [];
  const site = await openTestSite({ pause: async (milliseconds) => delays.push(milliseconds) });
  const signIn = async (ip: string, password: string): Promise<number> => {
    const fields = new URLSearchParams({ login: 'admin', password });
    const screen = {
      method: 'POST',
      path: '/account/sign-in',
      query: '',
      headers: {},
      isSubmittedDirectly: true,
    } as const;
    return (await site.service.screens.handle({ ...screen, fields, ip })).status;
  };
  const guessingAddresses = Array.from({ length: 200 }, (_, n) => `198.18.0.${n}`);
  for (const from of guessingAddresses)
    site.service.loginThrottle.failed({ from, account: 'admin', secret: 'password' });
  assert.equal(await signIn('192.0.2.20', 'correct horse'), 303);
  delays.length = 0;
  const guesses = [...guessingAddresses, ...guessingAddresses].map((from, n) => signIn(from, `guess ${n}`));
  // On a slow machine, both take longer.
  let verifiedGuesses = 0;
  for (const guess of guesses) void guess.then((status) => (verifiedGuesses += status === 401 ? 1 : 0));
  const logins = ['192.0.2.20', '192.0.2.21'].map(async (from) => {
    assert.equal(await signIn(from, 'correct horse'), 303, from);
    return verifiedGuesses;
  });
  const slowest = Math.max(...(await Promise.all(logins)));
  assert.ok(slowest < 10, `${slowest} guesses were verified before it`);
  assert.ok(Math.max(...delays) <= 5000);
  const statuses = await Promise.all(guesses);
  assert.ok(statuses.includes(503), 'some attempts were rejected because the queue was full');
  assert.ok(statuses.every((status) => status === 503 || status === 401));
});
