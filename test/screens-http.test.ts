// Tests the account pages over HTTP: request bodies of any kind, the paths of the service, and the paths of existing tools.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { close, openNode, type TestNode } from './test-node.ts';
import { tokenIn } from './visitor.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const credentials = { log: 'admin', pwd: 'correct horse' };

const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

describe('account pages over HTTP', () => {
  let node: TestNode;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));
  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    node.request(path, {
      method: 'POST',
      headers: { ...form, ...headers },
      body: new URLSearchParams(fields).toString(),
    });

  it('sign in and out', async () => {
    const page = await node.request('/account/sign-in');
    const token = tokenIn(await page.text());
    const signedIn = await post(
      '/account/sign-in',
      { token, login: 'admin', password: 'correct horse' },
      { cookie: cookieOf(page) },
    );
    assert.deepEqual([signedIn.status, signedIn.headers.get('location')], [303, '/account/profile']);
    const cookie = cookieOf(signedIn);
    const profile = await node.request('/account/profile', { headers: { cookie } });
    assert.equal(profile.status, 200);
    const signedOut = await post('/account/sign-out', { token: tokenIn(await profile.text()) }, { cookie });
    assert.match(signedOut.headers.getSetCookie()[0] ?? '', /^cms_session=\w*; Path=\/; Max-Age=0;/);
    assert.equal((await node.request('/account/profile', { headers: { cookie } })).status, 302);
  });

  it('respond to HEAD without a body, and redirect from /account to the profile', async () => {
    const head = await node.request('/account/sign-in', { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    assert.equal((await node.request('/account')).headers.get('location'), '/account/profile');
    const style = await node.request('/account/style.css?x');
    assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
  });

  it('accept only forms up to the size limit, and never fail with 500', async () => {
    for (const [body, type] of [
      [`log=admin&pwd=${'x'.repeat(1024 * 1024)}`, form['content-type']],
      ['x'.repeat(100), 'multipart/form-data; boundary=x'],
      ['x', 'text/plain'],
    ] as const)
      for (const path of ['/account/sign-in', '/wp-login.php']) {
        const { status } = await node.request(path, { method: 'POST', headers: { 'content-type': type }, body });
        assert.equal(status, 413, `${type} at ${path}`);
      }
    for (const body of ['{"log":"admin"}', '[]', 'null'])
      assert.equal(
        (
          await node.request('/account/sign-in', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).status,
        403,
      );
    for (const body of ['log=admin%00&pwd=%00', 'log=%ff%fe&pwd=%', 'log=admin&pwd=\u0000', '&&&===', ''])
      assert.equal(
        (await node.request('/wp-login.php', { method: 'POST', headers: form, body })).status,
        401,
        JSON.stringify(body),
      );
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      assert.equal((await node.request('/account/sign-in', { method })).status, 405, method);
    for (const path of ['/account/..%2f..%2fetc', '/account/__proto__', '/account/sign-in/', '/account/%00'])
      assert.equal((await node.request(path)).status, 404, path);
    assert.deepEqual(node.site.errors, []);
  });

  describe('account pages at the paths of existing tools', () => {
    it('accept the field names of these tools, even if the form was not loaded first', async () => {
      const signedIn = await post('/wp-login.php', {
        ...credentials,
        rememberme: 'forever',
        testcookie: '1',
        redirect_to: 'http://site.test/account/authorize?app_name=x',
      });
      assert.deepEqual([signedIn.status, signedIn.headers.get('location')], [303, '/account/authorize?app_name=x']);
      assert.match(signedIn.headers.getSetCookie()[0] ?? '', /Max-Age=1209600/);
      const external = await post('/wp-login.php?redirect_to=https://evil.example/', credentials);
      assert.equal(external.headers.get('location'), '/account/profile');
      assert.equal((await post('/wp-login.php', { ...credentials, pwd: 'wrong' })).status, 401);
    });

    it('reject a form with the Origin of another site', async () => {
      const { status, headers } = await node.request('/wp-login.php', {
        method: 'POST',
        headers: { ...form, origin: 'https://evil.example' },
        body: new URLSearchParams(credentials).toString(),
      });
      assert.deepEqual([status, headers.getSetCookie().some((line) => line.startsWith('cms_session'))], [403, false]);
    });

    it('return a nonce for the API, and 0 without a session', async () => {
      const cookie = cookieOf(await post('/wp-login.php', credentials));
      const path = '/wp-admin/admin-ajax.php?action=rest-nonce';
      const nonce = await (await node.request(path, { headers: { cookie } })).text();
      assert.match(nonce, /^[0-9a-f]{10}$/);
      for (const [query, headers] of [
        ['', { cookie, 'x-wp-nonce': nonce }],
        [`?_wpnonce=${nonce}`, { cookie }],
      ] as const) {
        const me = await node.request(`/wp-json/wp/v2/users/me${query}`, { headers });
        assert.deepEqual([me.status, me.headers.get('x-wp-nonce'), me.headers.get('x-cms-nonce')], [200, nonce, null]);
      }
      assert.equal((await node.request('/wp-json/wp/v2/users/me', { headers: { cookie } })).status, 401);
      assert.equal(await (await node.request(path)).text(), '0');
      assert.equal((await node.request('/wp-admin/admin-ajax.php?action=other', { headers: { cookie } })).status, 400);
    });

    it('redirect to the account pages', async () => {
      for (const [path, location] of [
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
        assert.equal((await node.request(path)).headers.get('location'), location);
    });

    it('return 404 if compatibility is disabled', async () => {
      const plain = await openNode({ kind: 'memory' }, { compatible: false });
      for (const path of ['/wp-login.php', '/wp-admin/', '/wp-admin/admin-ajax.php?action=rest-nonce'])
        assert.equal((await plain.request(path)).status, 404, path);
      assert.equal((await plain.request('/account/sign-in')).status, 200);
      await close(plain);
    });
  });
});
