// Tests concurrent requests for the same entry: permissions are checked again in the transaction, and each response contains
// the change of its caller.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('concurrent writes', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });

  it('a contributor cannot change a post that is published in the meantime', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { id } = await site.create('/cms/v2/posts', { title: 'Draft', content: 'clean' }, 'contributor');
      const path = `/cms/v2/posts/${id}`;
      const [, changed] = await Promise.all([
        site.request('editor', 'POST', path, { status: 'publish' }),
        site.request('contributor', 'POST', path, { content: 'not reviewed' }),
      ]);
      assert.notEqual(changed.body.status, 'publish', 'the published post is not changed');
    }
    assert.deepEqual(site.errors, []);
  });

  it('deleting an entry right after a change does not break the response to the change', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { id } = await site.create('/cms/v2/posts', { title: 'Post', status: 'publish' });
      const path = `/cms/v2/posts/${id}`;
      const responses = await Promise.all([
        site.request('editor', 'POST', path, { title: 'Other' }),
        site.request('editor', 'DELETE', path),
        site.request('editor', 'DELETE', `${path}?force=true`),
      ]);
      for (const { status } of responses) assert.ok(status < 500, `${status}`);
    }
    assert.deepEqual(site.errors, []);
  });

  it('deleting a category while entries are assigned to it keeps the counts correct', async () => {
    const posts = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => site.create('/cms/v2/posts', { title: `Filed ${n}` })),
    );
    for (let n = 0; n < 20; n += 1) {
      const { id } = await site.create('/cms/v2/categories', { name: `Passing ${n}` });
      const assignments = posts.map((post, at) => ({
        path: `/cms/v2/posts/${post.id}`,
        status: at % 2 ? 'publish' : 'draft',
      }));
      for (const { path } of assignments)
        await site.request('editor', 'POST', path, { status: 'publish', categories: [id] });
      const responses = await Promise.all([
        ...assignments.map(({ path, status }) => site.request('editor', 'POST', path, { status, categories: [id, 1] })),
        site.request('editor', 'DELETE', `/cms/v2/categories/${id}?force=true`),
      ]);
      for (const { status } of responses) assert.equal(status, 200);
      const { body } = await site.request('editor', 'GET', '/cms/v2/categories/1');
      const { headers } = await site.request('editor', 'GET', '/cms/v2/posts?categories=1&tags_exclude=999&per_page=1');
      assert.equal(String(body.count), headers['X-CMS-Total']);
    }
    assert.deepEqual(site.errors, []);
  });

  it('deleting a user while posts are created with them as author leaves no post without an author', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id } = await site.create('/cms/v2/users', {
        username: `passing${n}`,
        email: `passing${n}@example.com`,
        password: 'long enough to pass',
        roles: ['author'],
      });
      const createPost = () =>
        site.request('editor', 'POST', '/cms/v2/posts', { title: `By ${n}`, author: id, status: 'publish' });
      const [deletion, ...responses] = await Promise.all([
        site.request('administrator', 'DELETE', `/cms/v2/users/${id}?force=true&reassign=1`),
        ...Array.from({ length: 6 }, createPost),
      ]);
      assert.equal(deletion.status, 200);
      for (const { status, body } of responses) {
        if (status === 400) assert.equal(body.code, 'rest_invalid_author');
        else assert.equal((await site.request('editor', 'GET', `/cms/v2/posts/${body.id}`)).body.author, 1);
      }
    }
    assert.deepEqual(site.errors, []);
  });
});
