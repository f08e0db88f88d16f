// Signing in with a form, without a browser.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { tokenIn, visit } from '../../test/visitor.ts';
import { lifetimes } from '../access/sessions.ts';
import { issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { password, screensSite, session } from './site-for-tests.ts';

describeEachEngine('signing in', (engine) => {
  const { site, rest, signedIn } = screensSite(engine);

  it('takes the login or the address, whatever its case, and leads to the profile or where one wanted to go', async () => {
    for (const login of ['admin', 'ADMIN', 'Admin@Example.com', ' admin ']) {
      const browser = visit(site);
      const { status, location, cookies } = await browser.fill('/account/sign-in', { login, password });
      assert.deepEqual([status, location], [303, '/account/profile'], login);
      assert.match(cookies[0] ?? '', /^cms_session=\w{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    }
    const there = await visit(site).fill('/account/sign-in?next=/account/authorize%3Fa=b', {
      login: 'admin',
      password,
    });
    assert.equal(there.location, '/account/authorize?a=b');
    const elsewhere = await visit(site).fill('/account/sign-in?next=//evil.example', { login: 'admin', password });
    assert.equal(elsewhere.location, '/account/profile');
  });

  it('keeps the cookie for two weeks where that is wished for', async () => {
    const { cookies } = await visit(site).fill('/account/sign-in', { login: 'admin', password, remember: 'yes' });
    assert.match(cookies[0] ?? '', new RegExp(`; Max-Age=${lifetimes.remembered / 1000}; HttpOnly`));
  });

  it('says the same of whatever is not right, and gives no session', async () => {
    const said = new Set<string>();
    for (const [login, wrong] of [
      ['admin', 'wrong'],
      ['nobody', 'wrong'],
      ['nobody@example.com', password],
      ['subscriber', 'none'],
      ['admin', ''],
      ['admin', 'x'.repeat(60_000)],
      ['admin', `${password}\u0000`],
      ["' or 1=1 --", "' or 1=1 --"],
    ] as const) {
      const browser = visit(site);
      const { status, body, cookies } = await browser.fill('/account/sign-in', { login, password: wrong });
      assert.equal(status, 401, login);
      assert.deepEqual(cookies, []);
      said.add(body.replace(/value="[^"]*"/g, ''));
    }
    assert.equal(said.size, 1);
    rest();
  });

  it('check 19: takes no application password', async () => {
    const { database, service, ids } = site;
    const made = await issueApplicationPassword(database, service.key, ids.administrator, 'x', service.clock);
    const { status } = await visit(site).fill('/account/sign-in', { login: 'admin', password: made.password });
    assert.equal(status, 401);
    rest();
  });

  it('always gives a new session, and ends the one that the browser had', async () => {
    const planted = await signedIn();
    const stolen = planted.jar.get(session) ?? '';
    const victim = visit(site);
    victim.jar.set(session, 'chosenbyanattacker');
    await victim.signIn('admin', password);
    assert.notEqual(victim.jar.get(session), 'chosenbyanattacker');
    const again = visit(site);
    again.jar.set(session, stolen);
    const { body } = await again.get('/account/profile');
    const left = await again.post('/account/sign-out', { token: tokenIn(body) });
    assert.equal(left.status, 303);
    assert.equal((await planted.get('/account/profile')).status, 302, 'signing out ends it for every holder');
  });

  it('shows what was typed as text', async () => {
    const { body } = await visit(site).fill('/account/sign-in', { login: '"><script>x</script>', password: 'x' });
    assert.equal(body.includes('<script'), false);
    assert.ok(body.includes('&quot;&gt;&lt;script&gt;'));
    rest();
  });
});
