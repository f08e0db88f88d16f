import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// terms-menus-and-blocks.md §5: `context` is not validated there.
test('a context that does not exist shows links alone', async () => {
  const site = await openTestSite();
  const shown = async (query: string) => {
    const { status, body } = await site.ask(
      'administrator',
      'GET',
      `/cms-block-editor/v1/navigation-fallback?${query}`,
    );
    return [status, Object.keys(body).join()];
  };
  for (const query of ['', 'context=', 'context=view', 'context=edit', 'context=embed'])
    assert.deepEqual(await shown(query), [200, 'id,_links'], query);
  assert.deepEqual(await shown('context=nonsense'), [200, '_links']);
  assert.deepEqual(await shown('context[]=view'), [200, '_links']);
  assert.deepEqual(await shown('context=nonsense&_embed=1'), [200, '_links,_embedded']);
  assert.deepEqual(site.faults, []);
});
