import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../test/site.ts';

// protocol.md §8.2: any other word than a method is 404, and none is such a word.
test('a method that is put in the place of the request’s own is one, or there is no route', async () => {
  const site = await openTestSite();
  const asked = async (address: string, headers: Record<string, string> = {}) => {
    const { status, body } = await site.ask('anonymous', 'GET', address, undefined, headers);
    return body?.code ?? status;
  };
  const posts = '/cms/v2/posts?per_page=1';
  assert.equal(await asked(`${posts}&_method=get`), 200);
  assert.equal(await asked(`${posts}&_method=post`), 'rest_cannot_create');
  for (const none of [`${posts}&_method=`, `${posts}&_method=word`]) assert.equal(await asked(none), 'rest_no_route');
  assert.equal(await asked(posts, { 'x-http-method-override': '' }), 'rest_no_route');
  assert.equal(await asked(`${posts}&_method=GET`, { 'x-http-method-override': 'word' }), 200);
});
