// Tests updates, secrets and validation of mail settings.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { everySecret, mailSite, root } from '../../test/mail-smtp-site.ts';

describeEachEngine('mail settings', (engine) => {
  const { site, selectedServer, postOk, set, signedIn, errorOf, useSmtp } = mailSite(engine);

  it('are merged into the stored ones, and returned without secrets', async () => {
    await useSmtp();
    await set({ smtp: { user: 'ann' } });
    const response = await postOk('settings');
    const { password_set, host, port, user } = response.smtp;
    assert.deepEqual([password_set, host, port, user], [true, '127.0.0.1', selectedServer.port, 'ann']);
    assert.deepEqual(response.mail, { mailer: 'smtp', from_email: 'notes@site.test', from_name: 'Notes' });
    assert.equal('password' in response.smtp || 'client_secret' in response.google, false);
    const all = await postOk('hydrate');
    assert.deepEqual(all.settings, response);
    assert.deepEqual(
      all.mailers.map(({ name }: { name: string }) => name),
      ['none', 'smtp', 'google', 'microsoft'],
    );
    assert.equal(all.redirect_uri, `http://site.test/rest${root}/oauth-callback`);
  });

  it('are not in other responses of the site', async () => {
    await useSmtp();
    const { body } = await site.request('administrator', 'GET', '/cms/v2/settings');
    assert.doesNotMatch(JSON.stringify(body), everySecret);
  });

  it('are recorded in the audit log by name when they change', async () => {
    await useSmtp();
    const { body } = await site.request('administrator', 'GET', '/octavo/v1/audit-log?per_page=1');
    const [{ action, object_id: id, details, username: by }] = body;
    assert.deepEqual([action, id, by], ['settings-updated', 'mail-smtp', 'admin']);
    assert.ok(details.settings.includes('smtp.password') && details.settings.includes('mail.from_email'));
    assert.doesNotMatch(JSON.stringify(body), everySecret);
  });

  it('are rejected as a whole if one is invalid', async () => {
    await useSmtp();
    const before = await postOk('settings');
    for (const value of [
      { smtp: { port: 0 } },
      { smtp: { port: 'x' } },
      { smtp: { host: 'a b' } },
      { smtp: { host: 'mail.test\r\nRCPT' } },
      { smtp: { user: 'a\u0001auth=Bearer x' } },
      { smtp: { password: 'a\r\nQUIT' } },
      { smtp: { hots: 'mail.test' } },
      { smtp: 'mail.test' },
      { smtp: null },
      { smtp: [] },
      { mail: { mailer: 'pigeon' } },
      { mail: { from_email: 'nobody' } },
      { mail: { from_email: 'a@b.co>\r\nBcc: <c@d.ef' } },
      { mail: { from_name: 'a\nb' } },
      { mail: { mailer: 'smtp' }, smtp: { host: '', password: '' } },
      { constructor: {} },
      { __proto__x: {} },
      { google: { token_url: 'http://elsewhere.test/token' } },
      { google: { token_url: 'file:///etc/passwd' } },
      { google: { authorize_url: 'javascript:alert(1)' } },
      { google: { token_url: 'https://user:pass@provider.test/token' } },
      { google: { token_url: '' } },
      { mail: { from_name: 'Other' }, smtp: { port: 70_000 } },
    ])
      assert.deepEqual(await errorOf('update', { value }), [400, 'rest_invalid_param'], JSON.stringify(value));
    for (const value of ['{', 7, [], 'null']) assert.equal((await errorOf('update', { value }))[0], 400);
    assert.deepEqual(await errorOf('update'), [400, 'rest_missing_callback_param']);
    assert.deepEqual(await postOk('settings'), before);
  });

  it('do not send a password to another server than the one for which it was set', async () => {
    await useSmtp();
    for (const smtp of [{ host: 'evil.test' }, { port: 2525 }])
      assert.deepEqual(await errorOf('update', { value: { smtp } }), [400, 'mail_smtp_secret_needed']);
    await set({ smtp: { encryption: 'required' } });
    assert.deepEqual(await errorOf('update', { value: { smtp: { encryption: 'none' } } }), [
      400,
      'mail_smtp_secret_needed',
    ]);
    assert.deepEqual(await errorOf('mailer-preflight', { mailer: 'smtp', config: { host: 'evil.test' } }), [
      400,
      'mail_smtp_secret_needed',
    ]);
    assert.equal((await set({ smtp: { ...signedIn(), password: '' } })).smtp.password_set, false);
  });
});
