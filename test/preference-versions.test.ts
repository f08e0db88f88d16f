// Tests that preferences belong to the version of a user: a change that is based on others fails instead of deleting them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('versions of preferences', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open(), pause: async () => {} });
  });
  after(() => assert.deepEqual(site.errors, []));

  const path = '/cms/v2/users/me?context=edit&_fields=meta';
  const read = () => site.request('editor', 'GET', path);
  const write = (preferences: object, etag = '') =>
    site.request('editor', 'POST', path, { meta: { persisted_preferences: preferences } }, { 'if-match': etag });

  it('change with the preferences, and do not depend on the requested fields', async () => {
    const { etag: before } = await read();
    assert.equal((await write({ lists: { post: 1 } }, before)).status, 200);
    const { status, body } = await write({ lists: { page: 1 } }, before);
    assert.deepEqual([status, body.code], [412, 'rest_precondition_failed']);
    assert.deepEqual((await read()).body.meta.persisted_preferences, { lists: { post: 1 } });
    const { etag: ofName } = await site.request('editor', 'GET', '/cms/v2/users/me?context=edit&_fields=name');
    assert.equal((await write({ lists: { page: 1 } }, ofName)).status, 200);
  });
});
