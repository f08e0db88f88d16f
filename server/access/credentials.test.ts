// Which names and secrets sign in (users-and-comments.md §2.1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSite, type TestSite } from '../../test/site.ts';

let site: TestSite;
let secret: string;

before(async () => {
  site = await openTestSite({ pause: async () => undefined });
  const { password } = await site.make('/cms/v2/users/me/application-passwords', { name: 'signing in' }, 'editor');
  secret = password;
});
after(() => assert.deepEqual(site.faults, []));

const statusOf = async (name: string, sent = secret, scheme = 'Basic') => {
  const authorization = `${scheme} ${Buffer.from(`${name}:${sent}`).toString('base64')}`;
  return (await site.ask('anonymous', 'GET', '/cms/v2/users/me', undefined, { authorization })).status;
};

test('the login name signs in, in any letter case and with blanks around it', async () => {
  for (const name of ['editor', 'EDITOR', ' editor', 'Editor  ']) assert.equal(await statusOf(name), 200, name);
});

test('so does the e-mail address as it is', async () => {
  assert.deepEqual([await statusOf('Editor@Site.Test'), await statusOf(' editor@site.test')], [200, 401]);
});

test('blanks and signs in the secret do not count, letter case does', async () => {
  assert.equal(await statusOf('editor', secret.replaceAll(' ', '-:')), 200);
  assert.equal(await statusOf('editor', secret.toLowerCase()), 401);
});

test('other names, other schemes and nothing do not sign in', async () => {
  for (const name of ['author', 'nobody', '', ' ']) assert.equal(await statusOf(name), 401, name);
  assert.equal(await statusOf('editor', secret, 'Bearer'), 401);
  assert.equal(await statusOf('editor', ''), 401);
});
