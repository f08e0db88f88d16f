// The screens as the edge serves them: bodies of any kind, our own addresses and those of existing tools.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { close, type Node, openNode } from './node.ts';
import { tokenIn } from './visitor.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const right = { log: 'admin', pwd: 'correct horse' };

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

describe('screens over HTTP', () => {
  let node: Node;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));
  const post = (
    address: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    node.ask(address, {
      method: 'POST',
      headers: { ...form, ...headers },
      body: new URLSearchParams(fields).toString(),
    });

  it('sign in and out', async () => {
    const page = await node.ask('/account/sign-in');
    const token = tokenIn(await page.text());
    const entered = await post(
      '/account/sign-in',
      { token, login: 'admin', password: 'correct horse' },
      { cookie: cookieOf(page) },
    );
    assert.deepEqual([entered.status, entered.headers.get('location')], [303, '/account/profile']);
    const cookie = cookieOf(entered);
    const profile = await node.ask('/account/profile', { headers: { cookie } });
    assert.equal(profile.status, 200);
    const left = await post('/account/sign-out', { token: tokenIn(await profile.text()) }, { cookie });
    assert.match(left.headers.getSetCookie()[0] ?? '', /^cms_session=\w*; Path=\/; Max-Age=0;/);
    assert.equal((await node.ask('/account/profile', { headers: { cookie } })).status, 302);
  });

  it('answer HEAD without a body, and lead from /account to the profile', async () => {
    const head = await node.ask('/account/sign-in', { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    assert.equal((await node.ask('/account')).headers.get('location'), '/account/profile');
    const style = await node.ask('/account/style.css?x');
    assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
  });

  it('check 24: take forms of a sensible size only, and never break', async () => {
    for (const [body, type] of [
      [`log=admin&pwd=${'x'.repeat(1024 * 1024)}`, form['content-type']],
      ['x'.repeat(100), 'multipart/form-data; boundary=x'],
      ['x', 'text/plain'],
    ] as const)
      for (const address of ['/account/sign-in', '/wp-login.php']) {
        const { status } = await node.ask(address, { method: 'POST', headers: { 'content-type': type }, body });
        assert.equal(status, 413, `${type} at ${address}`);
      }
    for (const body of ['{"log":"admin"}', '[]', 'null'])
      assert.equal(
        (await node.ask('/account/sign-in', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
          .status,
        403,
      );
    for (const body of ['log=admin%00&pwd=%00', 'log=%ff%fe&pwd=%', 'log=admin&pwd=\u0000', '&&&===', ''])
      assert.equal(
        (await node.ask('/wp-login.php', { method: 'POST', headers: form, body })).status,
        401,
        JSON.stringify(body),
      );
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      assert.equal((await node.ask('/account/sign-in', { method })).status, 405, method);
    for (const address of ['/account/..%2f..%2fetc', '/account/__proto__', '/account/sign-in/', '/account/%00'])
      assert.equal((await node.ask(address)).status, 404, address);
    assert.deepEqual(node.site.faults, []);
  });

  describe('at the addresses of existing tools', () => {
    it('sign in by the fields that they know, without a form seen before', async () => {
      const entered = await post('/wp-login.php', {
        ...right,
        rememberme: 'forever',
        testcookie: '1',
        redirect_to: 'http://site.test/account/authorize?app_name=x',
      });
      assert.deepEqual([entered.status, entered.headers.get('location')], [303, '/account/authorize?app_name=x']);
      assert.match(entered.headers.getSetCookie()[0] ?? '', /Max-Age=1209600/);
      const evil = await post('/wp-login.php?redirect_to=https://evil.example/', right);
      assert.equal(evil.headers.get('location'), '/account/profile');
      assert.equal((await post('/wp-login.php', { ...right, pwd: 'wrong' })).status, 401);
    });

    it('take no form that a browser says is of another site', async () => {
      const { status, headers } = await node.ask('/wp-login.php', {
        method: 'POST',
        headers: { ...form, origin: 'https://evil.example' },
        body: new URLSearchParams(right).toString(),
      });
      assert.deepEqual([status, headers.getSetCookie().some((line) => line.startsWith('cms_session'))], [403, false]);
    });

    it('tell a nonce that opens the API there, and 0 to who is not signed in', async () => {
      const cookie = cookieOf(await post('/wp-login.php', right));
      const address = '/wp-admin/admin-ajax.php?action=rest-nonce';
      const nonce = await (await node.ask(address, { headers: { cookie } })).text();
      assert.match(nonce, /^[0-9a-f]{10}$/);
      for (const [query, headers] of [
        ['', { cookie, 'x-wp-nonce': nonce }],
        [`?_wpnonce=${nonce}`, { cookie }],
      ] as const) {
        const me = await node.ask(`/wp-json/wp/v2/users/me${query}`, { headers });
        assert.deepEqual([me.status, me.headers.get('x-wp-nonce'), me.headers.get('x-cms-nonce')], [200, nonce, null]);
      }
      assert.equal((await node.ask('/wp-json/wp/v2/users/me', { headers: { cookie } })).status, 401);
      assert.equal(await (await node.ask(address)).text(), '0');
      assert.equal((await node.ask('/wp-admin/admin-ajax.php?action=other', { headers: { cookie } })).status, 400);
    });

    it('lead to the screens', async () => {
      for (const [address, location] of [
        ['/wp-login.php', '/account/sign-in'],
        ['/wp-login.php?redirect_to=%2Fx', '/account/sign-in?next=%2Fx'],
        ['/wp-login.php?action=lostpassword', '/account/forgotten-password?action=lostpassword'],
        ['/wp-login.php?action=logout', '/account/sign-out?action=logout'],
        ['/wp-login.php?action=constructor', '/account/sign-in?action=constructor'],
        ['/wp-admin/', '/account/profile'],
        [
          '/wp-admin/authorize-application.php?app_name=A+b&success_url=myapp%3A%2F%2Fx',
          '/account/authorize?app_name=A+b&success_url=myapp%3A%2F%2Fx',
        ],
      ] as const)
        assert.equal((await node.ask(address)).headers.get('location'), location);
    });

    it('are nowhere where compatibility is off', async () => {
      const plain = await openNode({ kind: 'memory' }, { compatible: false });
      for (const address of ['/wp-login.php', '/wp-admin/', '/wp-admin/admin-ajax.php?action=rest-nonce'])
        assert.equal((await plain.ask(address)).status, 404, address);
      assert.equal((await plain.ask('/account/sign-in')).status, 200);
      await close(plain);
    });
  });
});
