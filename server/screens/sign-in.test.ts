// Tests of signing in with the form, without a browser.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { password, screensSite, session } from '../../test/screens-site.ts';
import { openVisitor, tokenIn } from '../../test/visitor.ts';
import { lifetimes } from '../access/sessions.ts';
import { issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';

describeEachEngine('signing in', (engine) => {
  const { site, resetThrottle, signedIn } = screensSite(engine);

  it('accepts the username or email address in any case, and redirects to the profile or the requested page', async () => {
    for (const login of ['admin', 'ADMIN', 'Admin@Example.com', ' admin ']) {
      const browser = openVisitor(site);
      const { status, location, cookies } = await browser.submitForm('/account/sign-in', { login, password });
      assert.deepEqual([status, location], [303, '/account/profile'], login);
      assert.match(cookies[0] ?? '', /^cms_session=\w{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    }
    const there = await openVisitor(site).submitForm('/account/sign-in?next=/account/authorize%3Fa=b', {
      login: 'admin',
      password,
    });
    assert.equal(there.location, '/account/authorize?a=b');
    const elsewhere = await openVisitor(site).submitForm('/account/sign-in?next=//evil.example', {
      login: 'admin',
      password,
    });
    assert.equal(elsewhere.location, '/account/profile');
  });

  it('sets the cookie for two weeks on request', async () => {
    const { cookies } = await openVisitor(site).submitForm('/account/sign-in', {
      login: 'admin',
      password,
      remember: 'yes',
    });
    assert.match(cookies[0] ?? '', new RegExp(`; Max-Age=${lifetimes.remembered / 1000}; HttpOnly`));
  });

  it('returns the same error and no session for all wrong credentials', async () => {
    const errorPages = new Set<string>();
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
      const browser = openVisitor(site);
      const { status, body, cookies } = await browser.submitForm('/account/sign-in', { login, password: wrong });
      assert.equal(status, 401, login);
      assert.deepEqual(cookies, []);
      errorPages.add(body.replace(/value="[^"]*"/g, ''));
    }
    assert.equal(errorPages.size, 1);
    resetThrottle();
  });

  it('rejects application passwords', async () => {
    const { database, service, ids } = site;
    const made = await issueApplicationPassword({ database, ...service }, { userId: ids.administrator, name: 'x' });
    const { status } = await openVisitor(site).submitForm('/account/sign-in', {
      login: 'admin',
      password: made.password,
    });
    assert.equal(status, 401);
    resetThrottle();
  });

  it('always creates a new session, and ends the previous one of the browser', async () => {
    const planted = await signedIn();
    const stolen = planted.jar.get(session) ?? '';
    const victim = openVisitor(site);
    victim.jar.set(session, 'chosenbyanattacker');
    await victim.signIn('admin', password);
    assert.notEqual(victim.jar.get(session), 'chosenbyanattacker');
    const again = openVisitor(site);
    again.jar.set(session, stolen);
    const { body } = await again.get('/account/profile');
    const left = await again.post('/account/sign-out', { token: tokenIn(body) });
    assert.equal(left.status, 303);
    assert.equal((await planted.get('/account/profile')).status, 302, 'signing out ends it in every browser');
  });

  it('names the users who have signed out in a cookie that the admin reads', async () => {
    for (const [before, after] of [
      ['', '1'],
      ['7', '7x1'],
      ['1x7', '1x7'],
      ['2x3x4x5x6', '3x4x5x6x1'],
      ['none', '1'],
    ] as const) {
      const browser = await signedIn();
      browser.jar.set('cms_signed_out', before);
      const { cookies } = await browser.submitForm('/account/profile', {}, '/account/sign-out');
      assert.equal(cookies[1], `cms_signed_out=${after}; Path=/; Max-Age=2592000; SameSite=Lax`);
    }
    const { cookies } = await openVisitor(site).submitForm('/account/sign-in', {}, '/account/sign-out');
    assert.equal(
      cookies.some((cookie) => cookie.startsWith('cms_signed_out')),
      false,
      'without a session',
    );
  });

  it('escapes submitted values', async () => {
    const { body } = await openVisitor(site).submitForm('/account/sign-in', {
      login: '"><script>x</script>',
      password: 'x',
    });
    assert.equal(body.includes('<script'), false);
    assert.ok(body.includes('&quot;&gt;&lt;script&gt;'));
    resetThrottle();
  });
});
