// Tests that mail is sent with the settings of the setup wizard.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { mailSite, password } from '../../test/mail-smtp-site.ts';

describeEachEngine('mail', (engine) => {
  const { site, configuredServer, selectedServer, now, later, postJson, postOk, set, useSmtp, deliver, comment } =
    mailSite(engine);

  it('about comments is sent with the selected mailer and sender, and with the configured server after a disconnect', async () => {
    assert.equal((await postOk('mailer-disconnect')).settings.mail.mailer, 'none');
    assert.equal(await comment(), 1);
    assert.deepEqual([configuredServer.received.length, selectedServer.received.length], [1, 0]);
    await useSmtp();
    assert.equal(await comment(), 1);
    assert.deepEqual([configuredServer.received.length, selectedServer.received.length], [1, 1]);
    assert.equal(selectedServer.received[0]?.headers.get('from'), 'Notes <notes@site.test>');
    assert.deepEqual(selectedServer.received[0]?.to, ['author@site.test']);
    const { disconnected, mailer, settings } = await postOk('mailer-disconnect');
    assert.deepEqual([disconnected, mailer, settings.smtp.password_set], [true, 'smtp', false]);
    assert.deepEqual([settings.smtp.host, settings.smtp.user], ['127.0.0.1', 'ann']);
    assert.equal(await comment(), 1);
    assert.deepEqual([configuredServer.received.length, selectedServer.received.length], [2, 1]);
    assert.equal((await postOk('mailer-disconnect')).disconnected, false);
  });

  it('for a test is sent to the caller or a given address', async () => {
    await useSmtp();
    const { body: me } = await site.request('administrator', 'GET', '/cms/v2/users/me?context=edit');
    const response = await postOk('check-mailer-configuration');
    assert.deepEqual(response, {
      ...{ sent: true, mailer: 'smtp', server: `127.0.0.1:${selectedServer.port}`, to: me.email, failure: null },
    });
    assert.deepEqual(selectedServer.received[0]?.to, [me.email]);
    assert.match(selectedServer.received[0]?.body ?? '', /http:\/\/site\.test/);
    await postOk('check-mailer-configuration', { to: 'bob@site.test' });
    assert.deepEqual(selectedServer.received[1]?.to, ['bob@site.test']);
    for (const to of ['bob', 'a@b.co\r\nBcc: c@d.ef', ['a@b.co'], 7])
      assert.equal((await postJson('check-mailer-configuration', { to })).status, 400);
    assert.equal(selectedServer.received.length, 2);
  });

  it('that cannot be sent is reported with the reason, and waits', async () => {
    await useSmtp();
    await set({ smtp: { password: 'wr0ng' } });
    const { sent, failure } = await postOk('check-mailer-configuration');
    assert.deepEqual([sent, failure.code], [false, 'login']);
    assert.doesNotMatch(failure.message, /wr0ng/);
    await set({ smtp: { password: '' } });
    assert.equal((await postOk('check-mailer-configuration')).failure.code, 'incomplete');
    assert.equal(await comment(), 0);
    const ill = await postOk('health');
    assert.deepEqual([ill.ok, ill.problem.code, ill.mails.waiting], [false, 'incomplete', 1]);
    assert.match(ill.mails.latest_problem, /The password of ann is missing/);
    await set({ smtp: { password } });
    later(60_000);
    assert.equal(await deliver(), 1);
    const well = await postOk('health');
    assert.deepEqual([well.ok, well.problem, well.mails.sent, well.mails.waiting], [true, null, 1, 0]);
    assert.equal(well.time, new Date(now()).toISOString());
  });
});
