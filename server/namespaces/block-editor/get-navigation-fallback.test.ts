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

// protocol.md §7.2: what the navigation's own record says.
test('the link to the navigation tells what may be done with it, as the navigation does', async () => {
  const site = await openTestSite();
  const shown = async (address: string) =>
    (await site.ask('administrator', 'GET', `${address}?_fields=id,_links`)).body;
  const { id, _links } = await shown('/cms-block-editor/v1/navigation-fallback');
  const navigation = await shown(`/cms/v2/navigation/${id}`);
  assert.deepEqual(_links.self, [{ ...navigation._links.self[0], embeddable: true }]);
  assert.deepEqual(_links.self[0].targetHints, { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] });
});
