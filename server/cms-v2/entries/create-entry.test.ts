import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSite } from '../../../test/site.ts';

// Any truthy ID is rejected, regardless of its JSON type (posts-and-pages.md §4, `rest_post_exists`).
test('the creation of an entry or user is rejected if the submitted ID is truthy', async () => {
  const site = await openTestSite();
  const createdStatus = async (path: string, json: object) => {
    const { status, body } = await site.request('administrator', 'POST', path, json);
    return status === 201 ? 201 : body.code;
  };
  for (const id of ['', '0', 0, false, null, [], {}])
    assert.equal(await createdStatus('/cms/v2/posts', { title: 'New', id }), 201, JSON.stringify(id));
  for (const id of ['00', '0.0', ' ', 'x', 1, -1, true, [0]])
    assert.equal(await createdStatus('/cms/v2/posts', { title: 'New', id }), 'rest_post_exists', JSON.stringify(id));
  assert.equal(await createdStatus('/cms/v2/posts?id=0', { title: 'New' }), 201);
  assert.equal(await createdStatus('/cms/v2/posts?id=7', { title: 'New' }), 'rest_post_exists');
  assert.equal(await createdStatus('/cms/v2/menu-items', { title: 'New', url: '#', id: '0' }), 201);
  assert.equal(await createdStatus('/cms/v2/menu-items', { title: 'New', url: '#', id: '7' }), 'rest_post_exists');
  const user = (login: string) => ({ username: login, email: `${login}@site.test`, password: 'long enough' });
  assert.equal(await createdStatus('/cms/v2/users', { ...user('zero'), id: [] }), 201);
  assert.equal(await createdStatus('/cms/v2/users', { ...user('seven'), id: 7 }), 'rest_user_exists');
});
