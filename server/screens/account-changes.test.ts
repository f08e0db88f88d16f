// Tests of the emails and audit events that follow changes to passwords and email addresses.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { password, screensSite } from '../../test/screens-site.ts';
import { listApplicationPasswordRows } from '../cms-v2/application-passwords/store.ts';

describeEachEngine('changes to accounts', (engine) => {
  const { site, resetThrottle, signedIn, mailsOfKind, auditActions } = screensSite(engine);

  it('send a limited number of emails when a user changes the password and the email address repeatedly', async () => {
    const mailCountsOf = async (recipient: string) => {
      const kinds = ['password-changed', 'email-changed'];
      const mailsByKind = await Promise.all(kinds.map((kind) => mailsOfKind(kind)));
      return mailsByKind.map((mailsOfKind) => mailsOfKind.filter((mail) => mail.recipient === recipient).length);
    };
    const change = (fields: object) => site.request('subscriber', 'POST', '/cms/v2/users/me', fields);
    await change({ email: 'victim@elsewhere.example' });
    assert.deepEqual(await mailCountsOf('subscriber@site.test'), [0, 1], 'the previous address is notified');
    for (let n = 0; n < 8; n += 1) {
      await change({ password: `battery ${n}` });
      await change({ email: `victim+${n}@elsewhere.example` });
      await change({ email: 'victim@elsewhere.example' });
    }
    assert.deepEqual(await mailCountsOf('victim@elsewhere.example'), [5, 2]);
    resetThrottle();
    await change({ password: 'battery staple' });
    assert.deepEqual(await mailCountsOf('victim@elsewhere.example'), [6, 2]);
    await change({ email: 'subscriber@site.test' });
  });

  it('notify the user by email and record audit events', async () => {
    const browser = await signedIn();
    const next = 'battery staple';
    const changed = { password, 'new-password': next, again: next };
    assert.equal((await browser.submitForm('/account/profile', changed, '/account/profile/password')).status, 303);
    const passwords = '/account/profile/application-passwords';
    await browser.submitForm('/account/profile', { name: 'Mine' }, passwords);
    const ownPasswords = await listApplicationPasswordRows(site.database.read, site.ids.administrator);
    const { uuid = '' } = ownPasswords.find(({ name }) => name === 'Mine') ?? {};
    await browser.submitForm('/account/profile', { revoke: uuid }, passwords);
    await browser.submitForm('/account/profile', {}, '/account/sign-out');
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { email: 'new@site.test' });
    const recipients = async (kind: string) => (await mailsOfKind(kind)).map(({ recipient }) => recipient);
    assert.equal((await recipients('password-changed')).filter((each) => each === 'admin@example.com').length, 1);
    assert.deepEqual(
      (await recipients('email-changed')).filter((each) => /^(editor|new)@/.test(each)),
      ['editor@site.test'],
    );
    const auditedActions = new Set(await auditActions());
    for (const action of ['signed-in', 'signed-out', 'user-password-changed', 'application-password-revoked'])
      assert.ok(auditedActions.has(action), action);
  });
});
