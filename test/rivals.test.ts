// Requests that meet on one entry: what a request was let through for is asked again when its turn comes, and its answer
// shows what it has written itself.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('rivals', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });

  it('who may write drafts only changes nothing that is published meanwhile', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { id } = await site.make('/cms/v2/posts', { title: 'Draft', content: 'clean' }, 'contributor');
      const address = `/cms/v2/posts/${id}`;
      const [, changed] = await Promise.all([
        site.ask('editor', 'POST', address, { status: 'publish' }),
        site.ask('contributor', 'POST', address, { content: 'not reviewed' }),
      ]);
      assert.notEqual(changed.body.status, 'publish', 'a published post was changed');
    }
    assert.deepEqual(site.faults, []);
  });

  it('an entry that is deleted right behind a change breaks no answer', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { id } = await site.make('/cms/v2/posts', { title: 'Post', status: 'publish' });
      const address = `/cms/v2/posts/${id}`;
      const answers = await Promise.all([
        site.ask('editor', 'POST', address, { title: 'Other' }),
        site.ask('editor', 'DELETE', address),
        site.ask('editor', 'DELETE', `${address}?force=true`),
      ]);
      for (const { status } of answers) assert.ok(status < 500, `${status}`);
    }
    assert.deepEqual(site.faults, []);
  });

  it('a category that is deleted while entries take it up leaves the numbers right', async () => {
    const posts = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => site.make('/cms/v2/posts', { title: `Filed ${n}` })));
    for (let n = 0; n < 20; n += 1) {
      const { id } = await site.make('/cms/v2/categories', { name: `Passing ${n}` });
      const filed = posts.map((post, at) => ({
        address: `/cms/v2/posts/${post.id}`,
        status: at % 2 ? 'publish' : 'draft',
      }));
      for (const { address } of filed)
        await site.ask('editor', 'POST', address, { status: 'publish', categories: [id] });
      const answers = await Promise.all([
        ...filed.map(({ address, status }) => site.ask('editor', 'POST', address, { status, categories: [id, 1] })),
        site.ask('editor', 'DELETE', `/cms/v2/categories/${id}?force=true`),
      ]);
      for (const { status } of answers) assert.equal(status, 200);
      const { body } = await site.ask('editor', 'GET', '/cms/v2/categories/1');
      const { headers } = await site.ask('editor', 'GET', '/cms/v2/posts?categories=1&tags_exclude=999&per_page=1');
      assert.equal(String(body.count), headers['X-CMS-Total']);
    }
    assert.deepEqual(site.faults, []);
  });

  it('who is removed while others name them as author leaves nothing behind that points at nobody', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id } = await site.make('/cms/v2/users', {
        username: `passing${n}`,
        email: `passing${n}@example.com`,
        password: 'long enough to pass',
        roles: ['author'],
      });
      const made = () =>
        site.ask('editor', 'POST', '/cms/v2/posts', { title: `By ${n}`, author: id, status: 'publish' });
      const [removed, ...answers] = await Promise.all([
        site.ask('administrator', 'DELETE', `/cms/v2/users/${id}?force=true&reassign=1`),
        ...Array.from({ length: 6 }, made),
      ]);
      assert.equal(removed.status, 200);
      for (const { status, body } of answers) {
        if (status === 400) assert.equal(body.code, 'rest_invalid_author');
        else assert.equal((await site.ask('editor', 'GET', `/cms/v2/posts/${body.id}`)).body.author, 1);
      }
    }
    assert.deepEqual(site.faults, []);
  });
});
