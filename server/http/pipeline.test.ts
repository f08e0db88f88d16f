import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../test/site.ts';

// An override that is not a method, including an empty one, is a 404 (protocol.md §8.2).
test('an override with an unknown or empty method returns rest_no_route', async () => {
  const site = await openTestSite();
  const codeOf = async (address: string, headers: Record<string, string> = {}) => {
    const { status, body } = await site.request('anonymous', 'GET', address, undefined, headers);
    return body?.code ?? status;
  };
  const posts = '/cms/v2/posts?per_page=1';
  assert.equal(await codeOf(`${posts}&_method=get`), 200);
  assert.equal(await codeOf(`${posts}&_method=post`), 'rest_cannot_create');
  for (const path of [`${posts}&_method=`, `${posts}&_method=word`]) assert.equal(await codeOf(path), 'rest_no_route');
  assert.equal(await codeOf(posts, { 'x-http-method-override': '' }), 'rest_no_route');
  assert.equal(await codeOf(`${posts}&_method=GET`, { 'x-http-method-override': 'word' }), 200);
});
