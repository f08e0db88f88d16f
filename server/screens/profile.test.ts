// Tests of the profile: password, application passwords, and sessions.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { basic, password, screensSite, session } from '../../test/screens-site.ts';
import { openVisitor, type Visitor } from '../../test/visitor.ts';
import { listApplicationPasswordRows } from '../cms-v2/application-passwords/store.ts';

const meRequest = { method: 'GET', path: '/cms/v2/users/me', query: '', body: new Uint8Array(), from: '192.0.2.7' };

describeEachEngine('the profile', (engine) => {
  const { site, resetThrottle, signedIn, auditActions } = screensSite(engine);

  const change = (browser: Visitor, fields: Readonly<Record<string, string>>) =>
    browser.submitForm('/account/profile', fields, '/account/profile/password');

  it('changes the password when the current one is correct, signs out all other browsers and renews this session', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const next = 'battery staple';
    for (const [fields, why] of [
      [{ password: 'wrong', 'new-password': next, again: next }, /current password/],
      [{ password, 'new-password': next, again: 'other' }, /do not match/],
      [{ password, 'new-password': 'short', again: 'short' }, /at least 8/],
      [{ password, 'new-password': 'back\\slashes', again: 'back\\slashes' }, /backslash/],
      [{ password, 'new-password': 'x'.repeat(5000), again: 'x'.repeat(5000) }, /at most/],
    ] as const) {
      const { status, body } = await change(here, fields);
      assert.equal(status, 400);
      assert.match(body, why);
    }
    const before = here.jar.get(session);
    const { status, location } = await change(here, { password, 'new-password': next, again: next });
    assert.deepEqual([status, location], [303, '/account/profile?notice=password-changed']);
    assert.notEqual(here.jar.get(session), before);
    assert.equal((await here.get('/account/profile')).status, 200);
    assert.equal((await there.get('/account/profile')).status, 302);
    resetThrottle();
    assert.equal((await openVisitor(site).submitForm('/account/sign-in', { login: 'admin', password })).status, 401);
    assert.equal((await change(here, { password: next, 'new-password': password, again: password })).status, 303);
    resetThrottle();
  });

  it('creates and revokes application passwords only of the signed-in user', async () => {
    const browser = await signedIn();
    const made = await browser.submitForm(
      '/account/profile',
      { name: 'An <b>app</b> & more' },
      '/account/profile/application-passwords',
    );
    const secret = /class="secret">([\w ]+)</.exec(made.body)?.[1] ?? '';
    assert.match(secret, /^(\w{4} ){5}\w{4}$/);
    const me = (login: string) =>
      site.service.dispatch({ ...meRequest, headers: { authorization: basic(login, secret) } });
    assert.equal((await me('admin')).status, 200);
    const [otherUsersPassword] = await listApplicationPasswordRows(site.database.read, site.ids.editor);
    await browser.submitForm(
      '/account/profile',
      { revoke: otherUsersPassword?.uuid ?? '' },
      '/account/profile/application-passwords',
    );
    assert.equal((await listApplicationPasswordRows(site.database.read, site.ids.editor)).length, 1);
    const own = await listApplicationPasswordRows(site.database.read, site.ids.administrator);
    const uuid = own.find(({ name }) => name === 'An app & more')?.uuid ?? '';
    await browser.submitForm('/account/profile', { revoke: uuid }, '/account/profile/application-passwords');
    assert.equal((await me('admin')).status, 401);
    const unnamed = await browser.submitForm(
      '/account/profile',
      { name: '<b></b>' },
      '/account/profile/application-passwords',
    );
    assert.equal(unnamed.status, 400);
  });

  it('lists the sessions and ends them', async () => {
    const [here, there, third] = [await signedIn(), await signedIn(), await signedIn()];
    const { body } = await here.get('/account/profile');
    assert.match(body, /Firefox on Linux/);
    const id = /name="end" value="([^"]+)"/.exec(body)?.[1] ?? '';
    const end = (fields: Readonly<Record<string, string>>) =>
      here.submitForm('/account/profile', fields, '/account/profile/sessions');
    assert.equal((await end({ end: id })).location, '/account/profile?notice=session-ended');
    await end({ others: 'yes' });
    const auditEventCount = (await auditActions()).length;
    await end({ others: 'yes' });
    await end({ end: `${id}\u0000` });
    assert.equal((await auditActions()).length, auditEventCount, 'ending no session records no audit event');
    assert.equal((await here.get('/account/profile')).status, 200);
    for (const ended of [there, third]) assert.equal((await ended.get('/account/profile')).status, 302);
  });
});
