// What is told of the extensions that this instance knows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite } from '../../test/site.ts';
import { mailSite } from './site-for-tests.ts';

describeEachEngine('the extensions that this instance knows', (engine) => {
  const { site, ask, tell, refusal } = mailSite(engine);

  it('are told of with what is served', async () => {
    const { plugins } = await tell('get-partner-plugins-info');
    const states = Object.fromEntries(
      plugins.map((each: { slug: string; is_activated: boolean }) => [each.slug, each.is_activated]),
    );
    const { namespaces } = (await site.ask('anonymous', 'GET', '/')).body;
    for (const { namespace, is_activated } of plugins) assert.equal(namespaces.includes(namespace), is_activated);
    assert.deepEqual([states.sbc, states['age-check']], [true, false]);
  });

  it('are not installed by a request: it is told which line does it', async () => {
    const { body, status } = await ask('install-plugin', { slug: 'age-check' });
    assert.deepEqual([status, body.code, body.data.file], [403, 'mail_smtp_not_at_run_time', 'octavo.config.ts']);
    const named = [...body.data.line.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
    const other = await openTestSite({ extensions: named });
    assert.equal((await other.ask('anonymous', 'GET', '/age-check/v3/check')).status, 200);
    await other.database.close();
    const served = await tell('install-plugin', { slug: 'sbc' });
    assert.deepEqual([served.slug, served.is_installed], ['sbc', true]);
    const newest = await tell('upgrade-plugin', { slug: 'sbc' });
    assert.equal(newest.version, served.version);
    assert.deepEqual(await refusal('upgrade-plugin', { slug: 'age-check' }), [403, 'mail_smtp_not_at_run_time']);
    for (const path of ['install-plugin', 'upgrade-plugin']) {
      for (const slug of ['nothing', '../sbc', 'constructor'])
        assert.deepEqual(await refusal(path, { slug }), [404, 'mail_smtp_unknown_plugin']);
      assert.deepEqual(await refusal(path), [400, 'rest_missing_callback_param']);
      assert.deepEqual(await refusal(path, { slug: ['sbc'] }), [400, 'rest_invalid_param']);
    }
  });
});
