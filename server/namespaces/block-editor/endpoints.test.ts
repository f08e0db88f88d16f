import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// The route does not validate `context` (terms-menus-and-blocks.md §5).
test('a request with an unknown context returns only links', async () => {
  const site = await openTestSite();
  const request = async (query: string) => {
    const { status, body } = await site.request(
      'administrator',
      'GET',
      `/cms-block-editor/v1/navigation-fallback?${query}`,
    );
    return [status, Object.keys(body).join()];
  };
  for (const query of ['', 'context=', 'context=view', 'context=edit', 'context=embed'])
    assert.deepEqual(await request(query), [200, 'id,_links'], query);
  assert.deepEqual(await request('context=nonsense'), [200, '_links']);
  assert.deepEqual(await request('context[]=view'), [200, '_links']);
  assert.deepEqual(await request('context=nonsense&_embed=1'), [200, '_links,_embedded']);
  assert.deepEqual(site.errors, []);
});

// The target hints must be the same as in the record of the navigation (protocol.md §7.2).
test('the self link has the same target hints as the navigation', async () => {
  const site = await openTestSite();
  const request = async (path: string) =>
    (await site.request('administrator', 'GET', `${path}?_fields=id,_links`)).body;
  const { id, _links } = await request('/cms-block-editor/v1/navigation-fallback');
  const navigation = await request(`/cms/v2/navigation/${id}`);
  assert.deepEqual(_links.self, [{ ...navigation._links.self[0], embeddable: true }]);
  assert.deepEqual(_links.self[0].targetHints, { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] });
});
