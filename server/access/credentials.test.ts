// Tests authentication with application passwords (users-and-comments.md §2.1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withFailingWrites } from '../../test/failing-writes.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';

let site: TestSite;
let secret: string;

before(async () => {
  site = await openTestSite({ pause: async () => undefined });
  const { password } = await site.create('/cms/v2/users/me/application-passwords', { name: 'signing in' }, 'editor');
  secret = password;
});
after(() => assert.deepEqual(site.errors, []));

const statusOf = async (name: string, submitted = secret, scheme = 'Basic') => {
  const authorization = `${scheme} ${Buffer.from(`${name}:${submitted}`).toString('base64')}`;
  return (await site.request('anonymous', 'GET', '/cms/v2/users/me', undefined, { authorization })).status;
};

test('accepts the username in any letter case and with surrounding blanks', async () => {
  for (const name of ['editor', 'EDITOR', ' editor', 'Editor  ']) assert.equal(await statusOf(name), 200, name);
});

test('accepts the email address without surrounding blanks', async () => {
  assert.deepEqual([await statusOf('Editor@Site.Test'), await statusOf(' editor@site.test')], [200, 401]);
});

test('ignores blanks and punctuation in the secret, but not letter case', async () => {
  assert.equal(await statusOf('editor', secret.replaceAll(' ', '-:')), 200);
  assert.equal(await statusOf('editor', secret.toLowerCase()), 401);
});

test('rejects other names, other schemes and empty secrets', async () => {
  for (const name of ['author', 'nobody', '', ' ']) assert.equal(await statusOf(name), 401, name);
  assert.equal(await statusOf('editor', secret, 'Bearer'), 401);
  assert.equal(await statusOf('editor', ''), 401);
});

test('accepts credentials whose use cannot be stored, and reports the failure', async () => {
  const { password } = await site.create('/cms/v2/users/me/application-passwords', { name: 'unused' }, 'author');
  const error = new Error('the disk is full');
  const failures = await withFailingWrites(site.database, error, async () => {
    assert.equal(await statusOf('author', password), 200);
  });
  assert.deepEqual(failures, [{ task: 'update of the last use of an application password', error }]);
});
