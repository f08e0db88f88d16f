import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// OPTIONS describes the texts of revisions in the same way as the texts of their entries (protocol.md §13).
test('OPTIONS describes the texts of revisions and autosaves like those of their entries', async () => {
  const site = await openTestSite();
  const propertiesOf = async (path: string) =>
    (await site.request('anonymous', 'OPTIONS', path)).body.schema.properties as Record<string, { type: unknown }>;
  for (const rest of ['posts', 'pages', 'navigation']) {
    const entry = await propertiesOf(`/cms/v2/${rest}`);
    const [revision, autosave] = [
      await propertiesOf(`/cms/v2/${rest}/1/revisions`),
      await propertiesOf(`/cms/v2/${rest}/1/autosaves/1`),
    ];
    for (const name of ['guid', 'title', 'content', 'excerpt'])
      assert.deepEqual([revision[name], autosave[name]], [entry[name], entry[name]], `${rest} ${name}`);
    assert.deepEqual([revision.date?.type, revision.modified_gmt?.type], ['string', 'string']);
    assert.ok(autosave.preview_link && !revision.preview_link);
  }
});
