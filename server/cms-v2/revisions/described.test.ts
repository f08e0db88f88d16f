import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// protocol.md §13: what OPTIONS tells of earlier texts is what it tells of the entries that they are of.
test('revisions and autosaves are told with the texts of their entries', async () => {
  const site = await openTestSite();
  const told = async (address: string) =>
    (await site.ask('anonymous', 'OPTIONS', address)).body.schema.properties as Record<string, { type: unknown }>;
  for (const rest of ['posts', 'pages', 'navigation']) {
    const entry = await told(`/cms/v2/${rest}`);
    const [revision, autosave] = [
      await told(`/cms/v2/${rest}/1/revisions`),
      await told(`/cms/v2/${rest}/1/autosaves/1`),
    ];
    for (const name of ['guid', 'title', 'content', 'excerpt'])
      assert.deepEqual([revision[name], autosave[name]], [entry[name], entry[name]], `${rest} ${name}`);
    assert.deepEqual([revision.date?.type, revision.modified_gmt?.type], ['string', 'string']);
    assert.ok(autosave.preview_link && !revision.preview_link);
  }
});
