// Tests the list of available extensions, and requests to install or upgrade them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { mailSite } from '../../test/mail-smtp-site.ts';
import { openTestSite } from '../../test/site.ts';

describeEachEngine('available extensions', (engine) => {
  const { site, postJson, postOk, errorOf } = mailSite(engine);

  it('are listed with whether they are enabled', async () => {
    const { plugins } = await postOk('get-partner-plugins-info');
    const states = Object.fromEntries(
      plugins.map((each: { slug: string; is_activated: boolean }) => [each.slug, each.is_activated]),
    );
    const { namespaces } = (await site.request('anonymous', 'GET', '/')).body;
    for (const { namespace, is_activated } of plugins) assert.equal(namespaces.includes(namespace), is_activated);
    assert.deepEqual([states.sbc, states['age-check']], [true, false]);
  });

  it('cannot be installed by a request, and the error contains the configuration line', async () => {
    const { body, status } = await postJson('install-plugin', { slug: 'age-check' });
    assert.deepEqual([status, body.code, body.data.file], [403, 'mail_smtp_not_at_run_time', 'octavo.config.ts']);
    const named = [...body.data.line.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
    const other = await openTestSite({ extensions: named });
    assert.equal((await other.request('anonymous', 'GET', '/age-check/v3/check')).status, 200);
    await other.database.close();
    const served = await postOk('install-plugin', { slug: 'sbc' });
    assert.deepEqual([served.slug, served.is_installed], ['sbc', true]);
    const newest = await postOk('upgrade-plugin', { slug: 'sbc' });
    assert.equal(newest.version, served.version);
    assert.deepEqual(await errorOf('upgrade-plugin', { slug: 'age-check' }), [403, 'mail_smtp_not_at_run_time']);
    for (const path of ['install-plugin', 'upgrade-plugin']) {
      for (const slug of ['nothing', '../sbc', 'constructor'])
        assert.deepEqual(await errorOf(path, { slug }), [404, 'mail_smtp_unknown_plugin']);
      assert.deepEqual(await errorOf(path), [400, 'rest_missing_callback_param']);
      assert.deepEqual(await errorOf(path, { slug: ['sbc'] }), [400, 'rest_invalid_param']);
    }
  });
});
