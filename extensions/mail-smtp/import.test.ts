// Settings of mail are taken over from an export, of here or of another setting up.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { readExport } from './exported-settings.ts';
import { mailSite, password } from './site-for-tests.ts';

describeEachEngine('an import', (engine) => {
  const { chosen, tell, set, refusal, useSmtp, comment } = mailSite(engine);

  it('takes over what was exported here', async () => {
    await useSmtp();
    const exported = await tell('settings');
    await set({ mail: { from_name: 'Other' } });
    const { imported, ignored, settings } = await tell('import-settings', { value: exported });
    assert.deepEqual(settings, exported);
    assert.ok(imported.includes('mail.from_name') && ignored.includes('smtp.password_set'));
    assert.deepEqual(await tell('settings'), exported);
    assert.equal((await tell('check-mailer-configuration')).sent, true, 'the password is still there');
  });

  it('takes over the common shape, as text too, so that mail goes there', async () => {
    await tell('mailer-disconnect');
    const value = {
      mail: { mailer: 'smtp', from_email: 'shop@site.test', from_name: 'Shop', return_path: true },
      smtp: { host: '127.0.0.1', port: chosen.port, encryption: '', auth: true, user: 'ann', pass: password },
      license: { key: 'x' },
    };
    const { ignored } = await tell('import-settings', { value: JSON.stringify(value) });
    assert.deepEqual(ignored, ['mail.return_path', 'license']);
    assert.equal(await comment(), 1);
    assert.equal(chosen.arrived[0]?.headers.get('from'), 'Shop <shop@site.test>');
  });

  it('changes nothing where something of it cannot be', async () => {
    await useSmtp();
    const before = await tell('settings');
    const wrong = { mail: { from_name: 'Other' }, smtp: { host: '127.0.0.1', port: 'many' } };
    assert.deepEqual(await refusal('import-settings', { value: wrong }), [400, 'rest_invalid_param']);
    for (const value of [{}, { license: {} }, { smtp: 'x' }, { mail: { mailer: 'pigeon' } }])
      assert.deepEqual(await refusal('import-settings', { value }), [400, 'mail_smtp_nothing_to_import']);
    for (const value of ['x', [], 7])
      assert.deepEqual(await refusal('import-settings', { value }), [400, 'rest_invalid_param']);
    assert.deepEqual(await refusal('import-settings'), [400, 'rest_missing_callback_param']);
    assert.deepEqual(await tell('settings'), before);
  });
});

describe('an export of another setting up', () => {
  it('is read in our words', () => {
    const encryptions = [
      ['ssl', undefined, 'implicit'],
      ['tls', true, 'required'],
      ['none', true, 'offered'],
      ['none', false, 'none'],
      ['none', undefined, 'none'],
      ['required', undefined, 'required'],
    ] as const;
    for (const [encryption, autotls, wanted] of encryptions) {
      const { settings } = readExport({ smtp: { encryption, ...(autotls !== undefined && { autotls }) } });
      assert.deepEqual(settings, { smtp: { encryption: wanted } });
    }
    assert.deepEqual(readExport({ smtp: { auth: false, user: 'ann', pass: 'x' } }).settings.smtp, {
      user: '',
      password: '',
    });
    const { settings, ignored } = readExport({
      mail: { mailer: 'gmail' },
      gmail: { client_id: 'a', client_secret: 'b', access_token: { secret: 1 } },
      outlook: { client_id: 'c' },
      constructor: { host: 'x' },
    });
    assert.deepEqual(settings, {
      mail: { mailer: 'google' },
      google: { client_id: 'a', client_secret: 'b' },
      microsoft: { client_id: 'c' },
    });
    assert.deepEqual(ignored, ['gmail.access_token', 'constructor']);
  });
});
