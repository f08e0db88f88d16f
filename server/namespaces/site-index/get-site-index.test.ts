import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// protocol.md §11, gmt_offset.
test('the hours from GMT are text, and a number where a zone is named', async () => {
  const site = await openTestSite({ clock: () => Date.parse('2026-07-01T12:00:00Z') });
  const told = async (timezone: string) => {
    await site.ask('administrator', 'POST', '/cms/v2/settings', { timezone });
    const { gmt_offset, timezone_string } = (await site.ask('anonymous', 'GET', '/')).body;
    return [gmt_offset, timezone_string];
  };
  assert.deepEqual(await told(''), ['0', '']);
  assert.deepEqual(await told('Asia/Kolkata'), [5.5, 'Asia/Kolkata']);
  assert.deepEqual(await told('America/New_York'), [-4, 'America/New_York']);
  assert.deepEqual(await told('UTC'), [0, 'UTC']);
});

// protocol.md §11, _links.help.
test('the index links the documentation, to whom all links are told', async () => {
  const site = await openTestSite();
  const links = async (query: string) => (await site.ask('anonymous', 'GET', `/${query}`)).body._links;
  const documentation = { help: [{ href: 'http://site.test/rest/docs' }] };
  assert.deepEqual(await links(''), documentation);
  assert.deepEqual(await links('?_fields=_links'), documentation);
  assert.equal(await links('?_fields=name'), undefined);
});
