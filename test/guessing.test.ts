// Guessing over the API (attacks-and-faults.md, checks 22 and 23): what is slowed, what is refused, what nobody is told.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import { textOf } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const basic = (name: string, secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

/** Asks from an address with credentials; tells status, headers and body. */
async function askFrom(
  site: TestSite,
  from: string,
  authorization: string,
  more: object = {},
  address = '/cms/v2/posts',
) {
  const request = makeRequest('GET', address, { from, ...more, headers: { authorization } });
  const { status, headers, body } = await site.service.dispatch(request);
  return { status, headers, body: textOf(body ?? '') };
}

describeEachEngine('guessing', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T00:00:00Z');
  const waits: number[] = [];
  before(async () => {
    site = await openTestSite({
      database: await engine.open(),
      clock: () => now,
      pause: async (milliseconds) => waits.push(milliseconds),
    });
  });

  test('what everybody may read is read, also with credentials that fit nobody, and the answer names them', async () => {
    const { status, headers, body } = await askFrom(site, '192.0.2.1', basic('admin', 'wrong'));
    assert.deepEqual([status, headers['X-CMS-Credential']], [200, 'refused']);
    assert.equal(body, textOf((await site.service.dispatch(makeRequest('GET', '/cms/v2/posts'))).body ?? ''));
  });

  test('check 23: a user that there is and one that there is not are answered and slowed alike', async () => {
    const told: unknown[] = [];
    for (const [from, name] of [
      ['192.0.2.2', 'admin'],
      ['192.0.2.3', 'admin@site.test'],
      ['192.0.2.4', 'nobody-here'],
    ] as const) {
      waits.length = 0;
      const answers = [];
      for (let n = 0; n < 110; n += 1)
        answers.push(await askFrom(site, from, basic(name, `wrong ${n}`), {}, '/cms/v2/users/me'));
      told.push([answers, [...waits]]);
    }
    assert.deepEqual(told[1], told[0]);
    assert.deepEqual(told[2], told[0]);
  });

  test('check 22: past a hundred failures a minute an address is refused, whatever it asks and says of itself', async () => {
    const from = '192.0.2.5';
    for (let n = 0; n < 100; n += 1) assert.equal((await askFrom(site, from, basic(`name${n}`, 'wrong'))).status, 200);
    const headers = { 'x-forwarded-for': '198.51.100.1', 'X-Forwarded-For': '198.51.100.2', forwarded: 'for=1.2.3.4' };
    for (const [method, address] of [
      ['GET', '/cms/v2/posts'],
      ['GET', '/'],
      ['GET', '/no/route'],
      ['OPTIONS', '/cms/v2/users'],
      ['POST', '/batch/v1'],
    ] as const) {
      const request = makeRequest(method, address, {
        from,
        json: { from: '198.51.100.1', requests: [] },
        headers: { ...headers, authorization: basic('other', 'wrong') },
      });
      const answer = await site.service.dispatch(request);
      assert.equal(answer.status, 429, address);
      assert.equal(JSON.parse(textOf(answer.body ?? '')).code, 'rest_too_many_failed_attempts');
      assert.deepEqual([answer.headers['Retry-After'], answer.headers['X-CMS-Credential']], ['60', 'refused']);
    }
    // Who sends none is served as ever, and so is everybody else.
    const read = await site.service.dispatch(makeRequest('GET', '/cms/v2/posts', { from }));
    assert.equal(read.status, 200);
    assert.equal((await askFrom(site, '192.0.2.6', basic('other', 'wrong'))).status, 200);
    now += 60_000;
    assert.equal((await askFrom(site, from, basic('other', 'wrong'))).status, 200);
  });

  test('neighbours within a network of IPv6 are one', async () => {
    for (let n = 0; n < 100; n += 1) await askFrom(site, `2001:db8:0:1::${n.toString(16)}`, basic(`name${n}`, 'wrong'));
    assert.equal((await askFrom(site, '2001:db8:0:1:ffff::', basic('name', 'wrong'))).status, 429);
    assert.equal((await askFrom(site, '2001:db8:0:2::1', basic('name', 'wrong'))).status, 200);
  });

  test('a batch is one try: its items bring no credentials', async () => {
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
    assert.deepEqual(site.service.guessing.before({ from, account: 'a', secret: 'application-password' }), { wait: 0 });
  });

  test('a program that signs in goes on beside the failures of others, from everywhere and from its own address', async () => {
    const { password } = await issueApplicationPassword(
      site.database,
      site.service.key,
      site.ids.editor,
      'p',
      () => now,
    );
    const own = basic('editor', password);
    assert.equal((await askFrom(site, '192.0.2.8', own, {}, '/cms/v2/users/me')).status, 200);
    for (let n = 0; n < 300; n += 1) await askFrom(site, `203.0.113.${n % 250}`, basic('editor', `wrong ${n}`));
    for (let n = 0; n < 120; n += 1) await askFrom(site, '192.0.2.8', basic(`name${n}`, 'wrong'));
    waits.length = 0;
    assert.equal((await askFrom(site, '192.0.2.8', own, {}, '/cms/v2/users/me')).status, 200);
    assert.equal((await askFrom(site, '192.0.2.99', own, {}, '/cms/v2/users/me')).status, 200);
    assert.deepEqual(waits, []);
  });
});

test('check 22: the right password opens within seconds, also to a stranger, while many addresses guess', async () => {
  const waits: number[] = [];
  const site = await openTestSite({ pause: async (milliseconds) => waits.push(milliseconds) });
  const signIn = async (from: string, password: string): Promise<number> => {
    const fields = new URLSearchParams({ login: 'admin', password });
    const screen = { method: 'POST', path: '/account/sign-in', query: '', headers: {}, unseen: true } as const;
    return (await site.service.screens.answer({ ...screen, fields, from })).status;
  };
  const guessers = Array.from({ length: 200 }, (_, n) => `198.18.0.${n}`);
  for (const from of guessers) site.service.guessing.failed({ from, account: 'admin', secret: 'password' });
  assert.equal(await signIn('192.0.2.20', 'correct horse'), 303);
  waits.length = 0;
  const guesses = [...guessers, ...guessers].map((from, n) => signIn(from, `guess ${n}`));
  const began = performance.now();
  const honest = ['192.0.2.20', '192.0.2.21'].map(async (from) => {
    assert.equal(await signIn(from, 'correct horse'), 303, from);
    return performance.now() - began;
  });
  const slowest = Math.max(...(await Promise.all(honest)));
  assert.ok(slowest < 2000, `it took ${slowest} ms`);
  assert.ok(Math.max(...waits) <= 5000);
  const statuses = await Promise.all(guesses);
  assert.ok(statuses.includes(503), 'the line was never full');
  assert.ok(statuses.every((status) => status === 503 || status === 401));
});
