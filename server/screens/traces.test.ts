// What changes of passwords and addresses leave behind: letters, so many and no more, and lines in the audit log.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { findApplicationPasswords } from '../cms-v2/application-passwords/store.ts';
import { password, screensSite } from './site-for-tests.ts';

describeEachEngine('changes of accounts', (engine) => {
  const { site, rest, signedIn, letters, deeds } = screensSite(engine);

  it('send nobody letters without end, whoever changes their own password and address', async () => {
    const told = async (recipient: string) => {
      const kinds = ['password-changed', 'email-changed'];
      const sent = await Promise.all(kinds.map((kind) => letters(kind)));
      return sent.map((letters) => letters.filter((letter) => letter.recipient === recipient).length);
    };
    const change = (fields: object) => site.ask('subscriber', 'POST', '/cms/v2/users/me', fields);
    await change({ email: 'victim@elsewhere.example' });
    assert.deepEqual(await told('subscriber@site.test'), [0, 1], 'who has had the address hears of it');
    for (let n = 0; n < 8; n += 1) {
      await change({ password: `battery ${n}` });
      await change({ email: `victim+${n}@elsewhere.example` });
      await change({ email: 'victim@elsewhere.example' });
    }
    assert.deepEqual(await told('victim@elsewhere.example'), [5, 2]);
    rest();
    await change({ password: 'battery staple' });
    assert.deepEqual(await told('victim@elsewhere.example'), [6, 2]);
    await change({ email: 'subscriber@site.test' });
  });

  it('leave traces: letters to whose password it was, and lines in the audit log', async () => {
    const browser = await signedIn();
    const next = 'battery staple';
    const changed = { password, 'new-password': next, again: next };
    assert.equal((await browser.fill('/account/profile', changed, '/account/profile/password')).status, 303);
    const passwords = '/account/profile/application-passwords';
    await browser.fill('/account/profile', { name: 'Mine' }, passwords);
    const own = await findApplicationPasswords(site.database.read, site.ids.administrator);
    const { uuid = '' } = own.find(({ name }) => name === 'Mine') ?? {};
    await browser.fill('/account/profile', { revoke: uuid }, passwords);
    await browser.fill('/account/profile', {}, '/account/sign-out');
    await site.ask('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { email: 'new@site.test' });
    const recipients = async (kind: string) => (await letters(kind)).map(({ recipient }) => recipient);
    assert.equal((await recipients('password-changed')).filter((each) => each === 'admin@example.com').length, 1);
    assert.deepEqual(
      (await recipients('email-changed')).filter((each) => /^(editor|new)@/.test(each)),
      ['editor@site.test'],
    );
    const noted = new Set(await deeds());
    for (const action of ['signed-in', 'signed-out', 'user-password-changed', 'application-password-revoked'])
      assert.ok(noted.has(action), action);
  });
});
