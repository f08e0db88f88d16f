import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// See protocol.md §11, gmt_offset.
test('gmt_offset is a string without a time zone, and a number with one', async () => {
  const site = await openTestSite({ clock: () => Date.parse('2026-07-01T12:00:00Z') });
  const getOffsets = async (timezone: string) => {
    await site.request('administrator', 'POST', '/cms/v2/settings', { timezone });
    const { gmt_offset, timezone_string } = (await site.request('anonymous', 'GET', '/')).body;
    return [gmt_offset, timezone_string];
  };
  assert.deepEqual(await getOffsets(''), ['0', '']);
  assert.deepEqual(await getOffsets('Asia/Kolkata'), [5.5, 'Asia/Kolkata']);
  assert.deepEqual(await getOffsets('America/New_York'), [-4, 'America/New_York']);
  assert.deepEqual(await getOffsets('UTC'), [0, 'UTC']);
});

// See protocol.md §11, _links.help.
test('the index links to the documentation if all links are requested', async () => {
  const site = await openTestSite();
  const links = async (query: string) => (await site.request('anonymous', 'GET', `/${query}`)).body._links;
  const documentation = { help: [{ href: 'http://site.test/rest/docs' }] };
  assert.deepEqual(await links(''), documentation);
  assert.deepEqual(await links('?_fields=_links'), documentation);
  assert.equal(await links('?_fields=name'), undefined);
});

const roles = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;

// A response to a request with `_fields` is composed for that request; one without it consists of cached bytes.
test('cached indexes contain the same properties as composed ones, for every role in any order', async () => {
  const site = await openTestSite();
  for (const path of ['/', '/?context=help', '/cms/v2', '/cms/v2?context=help', '/batch/v1'])
    for (const role of [...roles, ...roles.toReversed()]) {
      const cached = await site.request(role, 'GET', path);
      const names = `_fields=${Object.keys(cached.body).join()}`;
      const composed = await site.request(role, 'GET', `${path}${path.includes('?') ? '&' : '?'}${names}`);
      assert.equal(JSON.stringify(cached.body), JSON.stringify(composed.body), `${path} for ${role}`);
    }
});

test('only callers who may upload files receive the fields about image processing', async () => {
  const site = await openTestSite();
  const receivers: string[] = [];
  for (const role of [...roles, ...roles.toReversed()])
    if ('image_sizes' in (await site.request(role, 'GET', '/')).body) receivers.push(role);
  assert.deepEqual(receivers, ['author', 'editor', 'administrator', 'administrator', 'editor', 'author']);
});

test('a changed setting appears in the index at once', async () => {
  const site = await openTestSite();
  for (const title of ['First', 'Second', 'First']) {
    await site.request('administrator', 'POST', '/cms/v2/settings', { title });
    for (const role of roles) assert.equal((await site.request(role, 'GET', '/')).body.name, title);
  }
});

test('a changed role changes the index at once', async () => {
  const site = await openTestSite();
  const { id } = (await site.request('author', 'GET', '/cms/v2/users/me')).body;
  const receivesImageFields = async () => 'image_sizes' in (await site.request('author', 'GET', '/')).body;
  assert.equal(await receivesImageFields(), true);
  const { status } = await site.request('administrator', 'POST', `/cms/v2/users/${id}`, { roles: ['subscriber'] });
  assert.equal(status, 200);
  assert.equal(await receivesImageFields(), false);
});

test('an OPTIONS response has the same body for every role, and the methods of the caller', async () => {
  const site = await openTestSite();
  const allowed: Record<string, string> = {};
  for (const role of roles) {
    const complete = await site.request(role, 'OPTIONS', '/cms/v2/posts');
    const names = `_fields=${Object.keys(complete.body).join()}`;
    const composed = await site.request(role, 'OPTIONS', `/cms/v2/posts?${names}`);
    assert.equal(JSON.stringify(complete.body), JSON.stringify(composed.body));
    assert.equal(complete.headers.Allow, composed.headers.Allow);
    allowed[role] = String(complete.headers.Allow);
  }
  assert.equal(allowed.subscriber, 'GET');
  assert.equal(allowed.author, 'GET, POST');
});
