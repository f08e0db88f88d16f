// What is set up is what mail is sent with.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { mailSite, password } from './site-for-tests.ts';

describeEachEngine('mail', (engine) => {
  const { site, usual, chosen, now, later, ask, tell, set, useSmtp, deliver, comment } = mailSite(engine);

  it('about comments goes to the server that is set up, from who is set up, and to the configured one again afterwards', async () => {
    assert.equal((await tell('mailer-disconnect')).settings.mail.mailer, 'none');
    assert.equal(await comment(), 1);
    assert.deepEqual([usual.arrived.length, chosen.arrived.length], [1, 0]);
    await useSmtp();
    assert.equal(await comment(), 1);
    assert.deepEqual([usual.arrived.length, chosen.arrived.length], [1, 1]);
    assert.equal(chosen.arrived[0]?.headers.get('from'), 'Notes <notes@site.test>');
    assert.deepEqual(chosen.arrived[0]?.to, ['author@site.test']);
    const { disconnected, mailer, settings } = await tell('mailer-disconnect');
    assert.deepEqual([disconnected, mailer, settings.smtp.password_set], [true, 'smtp', false]);
    assert.deepEqual([settings.smtp.host, settings.smtp.user], ['127.0.0.1', 'ann']);
    assert.equal(await comment(), 1);
    assert.deepEqual([usual.arrived.length, chosen.arrived.length], [2, 1]);
    assert.equal((await tell('mailer-disconnect')).disconnected, false);
  });

  it('that is a trial arrives at whoever asks for it, or where they say', async () => {
    await useSmtp();
    const { body: me } = await site.ask('administrator', 'GET', '/cms/v2/users/me?context=edit');
    const told = await tell('check-mailer-configuration');
    assert.deepEqual(told, {
      ...{ sent: true, mailer: 'smtp', server: `127.0.0.1:${chosen.port}`, to: me.email, failure: null },
    });
    assert.deepEqual(chosen.arrived[0]?.to, [me.email]);
    assert.match(chosen.arrived[0]?.body ?? '', /http:\/\/site\.test/);
    await tell('check-mailer-configuration', { to: 'bob@site.test' });
    assert.deepEqual(chosen.arrived[1]?.to, ['bob@site.test']);
    for (const to of ['bob', 'a@b.co\r\nBcc: c@d.ef', ['a@b.co'], 7])
      assert.equal((await ask('check-mailer-configuration', { to })).status, 400);
    assert.equal(chosen.arrived.length, 2);
  });

  it('that cannot be sent is told of with the reason, and waits', async () => {
    await useSmtp();
    await set({ smtp: { password: 'wr0ng' } });
    const { sent, failure } = await tell('check-mailer-configuration');
    assert.deepEqual([sent, failure.code], [false, 'login']);
    assert.doesNotMatch(failure.message, /wr0ng/);
    await set({ smtp: { password: '' } });
    assert.equal((await tell('check-mailer-configuration')).failure.code, 'incomplete');
    assert.equal(await comment(), 0);
    const ill = await tell('health');
    assert.deepEqual([ill.ok, ill.problem.code, ill.mails.waiting], [false, 'incomplete', 1]);
    assert.match(ill.mails.latest_problem, /The password of ann is missing/);
    await set({ smtp: { password } });
    later(60_000);
    assert.equal(await deliver(), 1);
    const well = await tell('health');
    assert.deepEqual([well.ok, well.problem, well.mails.sent, well.mails.waiting], [true, null, 1, 0]);
    assert.equal(well.time, new Date(now()).toISOString());
  });
});
