// Tests all routes of the setup wizard with malformed parameters, and their permissions.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { mailSite, root } from '../../test/mail-smtp-site.ts';
import { roles } from '../../test/site.ts';

const routes = [
  ...['health', 'hydrate', 'update', 'settings', 'import-settings', 'get-connected-data', 'get-oauth-url'],
  ...['remove-oauth-connection', 'mailer-disconnect', 'check-mailer-configuration', 'mailer-preflight'],
  ...['install-plugin', 'upgrade-plugin', 'get-partner-plugins-info'],
];

describeEachEngine('cms-mail-smtp/setup-wizard/v1', (engine) => {
  const { site, postJson, postOk, useSmtp } = mailSite(engine);

  it('rejects malformed parameters without internal errors, and does not change the settings', async () => {
    await useSmtp();
    const before = await postOk('settings');
    const odd = [null, true, 0, -1, 1e308, '', ' ', 'x'.repeat(10_000), [], [[]], {}, { a: { b: [] } }, '{"smtp":[]}'];
    const json = '{"smtp":{"__proto__":{"host":"x"}},"mail":{"mailer":{"toString":1}}}';
    for (const path of routes.filter((each) => each !== 'mailer-disconnect'))
      for (const value of [...odd, JSON.parse(json), json]) {
        const sent = { value, mailer: value, settings: value, config: value, slug: value, to: value };
        const { status, body } = await postJson(path, sent);
        assert.ok(status < 500, `${path}: ${JSON.stringify(body)}`);
        if (status >= 400) assert.match(body.code, /^(rest|mail_smtp)_/);
        const half = await postJson(path, { mailer: 'google', settings: value, config: value });
        assert.ok(half.status < 500, path);
      }
    assert.deepEqual(await postOk('settings'), before);
  });

  it('can be used only by administrators', async () => {
    await useSmtp();
    const before = await postOk('settings');
    for (const person of ['anonymous', ...roles.filter((role) => role !== 'administrator'), 'other'] as const)
      for (const path of routes) {
        const { status, body } = await postJson(
          path,
          { value: { mail: { mailer: 'none' } }, mailer: 'google' },
          person,
        );
        assert.deepEqual([status, body.code], [person === 'anonymous' ? 401 : 403, 'mail_smtp_cannot_manage'], path);
      }
    assert.deepEqual(await postOk('settings'), before);
    const { body } = await site.request('anonymous', 'GET', root);
    const announced = Object.keys(body.routes).map((each) => each.slice(root.length + 1));
    assert.deepEqual(announced, ['', ...routes, 'oauth-callback']);
  });
});
