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
