// Tests the import of mail settings from exports of this extension and of similar services.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { mailSite, password } from '../../test/mail-smtp-site.ts';
import { convertExport } from './endpoints.ts';

describeEachEngine('an import of mail settings', (engine) => {
  const { selectedServer, postOk, set, errorOf, useSmtp, comment } = mailSite(engine);

  it('accepts exports of this extension', async () => {
    await useSmtp();
    const exported = await postOk('settings');
    await set({ mail: { from_name: 'Other' } });
    const { imported, ignored, settings } = await postOk('import-settings', { value: exported });
    assert.deepEqual(settings, exported);
    assert.ok(imported.includes('mail.from_name') && ignored.includes('smtp.password_set'));
    assert.deepEqual(await postOk('settings'), exported);
    assert.equal((await postOk('check-mailer-configuration')).sent, true, 'the password is unchanged');
  });

  it('accepts the common format as a string, and applies the settings', async () => {
    await postOk('mailer-disconnect');
    const value = {
      mail: { mailer: 'smtp', from_email: 'shop@site.test', from_name: 'Shop', return_path: true },
      smtp: { host: '127.0.0.1', port: selectedServer.port, encryption: '', auth: true, user: 'ann', pass: password },
      license: { key: 'x' },
    };
    const { ignored } = await postOk('import-settings', { value: JSON.stringify(value) });
    assert.deepEqual(ignored, ['mail.return_path', 'license']);
    assert.equal(await comment(), 1);
    assert.equal(selectedServer.received[0]?.headers.get('from'), 'Shop <shop@site.test>');
  });

  it('changes nothing if a setting is invalid', async () => {
    await useSmtp();
    const before = await postOk('settings');
    const wrong = { mail: { from_name: 'Other' }, smtp: { host: '127.0.0.1', port: 'many' } };
    assert.deepEqual(await errorOf('import-settings', { value: wrong }), [400, 'rest_invalid_param']);
    for (const value of [{}, { license: {} }, { smtp: 'x' }, { mail: { mailer: 'pigeon' } }])
      assert.deepEqual(await errorOf('import-settings', { value }), [400, 'mail_smtp_nothing_to_import']);
    for (const value of ['x', [], 7])
      assert.deepEqual(await errorOf('import-settings', { value }), [400, 'rest_invalid_param']);
    assert.deepEqual(await errorOf('import-settings'), [400, 'rest_missing_callback_param']);
    assert.deepEqual(await postOk('settings'), before);
  });
});

describe('an export of a similar service', () => {
  it('is converted to settings of this extension', () => {
    const encryptions = [
      ['ssl', undefined, 'implicit'],
      ['tls', true, 'required'],
      ['none', true, 'offered'],
      ['none', false, 'none'],
      ['none', undefined, 'none'],
      ['required', undefined, 'required'],
    ] as const;
    for (const [encryption, autotls, wanted] of encryptions) {
      const { settings } = convertExport({ smtp: { encryption, ...(autotls !== undefined && { autotls }) } });
      assert.deepEqual(settings, { smtp: { encryption: wanted } });
    }
    assert.deepEqual(convertExport({ smtp: { auth: false, user: 'ann', pass: 'x' } }).settings.smtp, {
      user: '',
      password: '',
    });
    const { settings, ignored } = convertExport({
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
