// Tests the settings of forms that need no setup wizard.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { administrators, callers } from '../../test/permission-rows.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';

const path = '/cmsforms/v1/settings';

describeEachEngine('the settings of forms', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open(), extensions: ['cmsforms'] });
  });

  it('are for administrators', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH']) {
      const responses = await Promise.all(
        callers.map((caller) => site.request(caller, method, path, method === 'GET' ? undefined : {})),
      );
      assert.deepEqual(
        responses.map(({ status }) => status),
        administrators,
        method,
      );
    }
  });

  it('are those of the setup wizard, without secrets and its state', async () => {
    const { body } = await site.request('administrator', 'GET', path);
    const defaults = { retention_days: 365, spam_days: 30, most_kept: 50_000, per_minute: 20, notify: [] };
    assert.deepEqual(body, defaults);
    const changes = {
      spam_days: 7,
      notify: ['a@site.test'],
      license_key: 'x',
      payment_provider: { client_secret: 'x' },
    };
    const changed = await site.request('administrator', 'POST', path, changes);
    assert.deepEqual(changed.body, { ...defaults, spam_days: 7, notify: ['a@site.test'] });
    const wizard = (await site.request('administrator', 'GET', '/cmsforms/v1/setup-wizard/hydrate')).body;
    assert.deepEqual([wizard.state, wizard.settings.spam_days, wizard.license.state], ['new', 7, 'none']);
    assert.equal(wizard.settings.payment_provider.has_client_secret, false);
  });

  it('are validated, and not updated if If-Match does not match', async () => {
    const { etag } = await site.request('administrator', 'GET', path);
    const invalid = await site.request('administrator', 'POST', path, { spam_days: 0, per_minute: 5 });
    assert.deepEqual([invalid.status, Object.keys(invalid.body.data.params)], [400, ['spam_days']]);
    const update = (per_minute: number) =>
      site.request('administrator', 'POST', path, { per_minute }, { 'if-match': etag });
    assert.deepEqual([(await update(6)).status, (await update(7)).status], [200, 412]);
    assert.equal((await site.request('administrator', 'GET', path)).body.per_minute, 6);
  });
});
