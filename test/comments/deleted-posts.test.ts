// Tests comments whose post or author is deleted (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments on a post', (engine) => {
  const { site, next, post, comment, errorOf, statusOf, total, assertConsistent } = commentsSite(engine);

  for (const [description, restore] of [
    ['published again', (id: number) => site.request('editor', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' })],
    ['restored as a draft', (id: number) => site.request('editor', 'POST', `/cms/v2/posts/${id}`, { status: 'draft' })],
  ] as const) {
    it(`go to the trash and are restored to their previous statuses: ${description}`, async () => {
      const id = await post();
      const states = ['approved', 'hold', 'spam', 'trash'] as const;
      const ids = [];
      for (const status of states) ids.push(await comment(id, { status }));
      await site.request('editor', 'DELETE', `/cms/v2/posts/${id}`);
      for (const each of ids) assert.equal(await statusOf(each), 'post-trashed');
      assert.equal(await total(`post=${id}&status=all`, 'editor'), 0);
      assert.equal(await total(`post=${id}&status=post-trashed`, 'editor'), 4);
      await assertConsistent();
      await restore(id);
      assert.deepEqual(await Promise.all(ids.map(statusOf)), [...states]);
      await site.request('editor', 'POST', `/cms/v2/comments/${ids[2]}`, { status: 'unspam' });
      assert.equal(await statusOf(ids[2] ?? 0), 'approved');
      await assertConsistent();
    });
  }

  it('are deleted together with the post', async () => {
    const id = await post();
    const c = await comment(id);
    await site.request('editor', 'DELETE', `/cms/v2/posts/${id}?force=true`);
    assert.deepEqual(await errorOf(site.request('editor', 'GET', `/cms/v2/comments/${c}`)), [
      404,
      'rest_comment_invalid_id',
    ]);
    assert.equal(await total(`post=${id}`), 0);
    await assertConsistent();
  });

  it("go to the trash with the posts of a deleted user, while comments by that user elsewhere keep the user's ID", async () => {
    const name = `leaving-${next()}`;
    const user = await site.create('/cms/v2/users', {
      username: name,
      email: `${name}@x.example`,
      password: 'Secret-1',
    });
    const other = await post();
    const ownComment = await comment(other, { author: user.id });
    const ownPost = await post({ author: user.id });
    const commentOnOwnPost = await comment(ownPost);
    await site.request('administrator', 'DELETE', `/cms/v2/users/${user.id}?force=true&reassign=false`);
    assert.equal(await statusOf(commentOnOwnPost), 'post-trashed');
    const { body } = await site.request('anonymous', 'GET', `/cms/v2/comments/${ownComment}?_embed=author`);
    assert.deepEqual([body.author, body.author_name], [user.id, user.name]);
    assert.equal(body._embedded.author[0].code, 'rest_user_invalid_id');
  });

  it('can be moved to another post and detached', async () => {
    const [one, two] = [await post(), await post()];
    const c = await comment(one);
    await site.request('editor', 'POST', `/cms/v2/comments/${c}`, { post: two });
    assert.deepEqual([await total(`post=${one}`), await total(`post=${two}`)], [0, 1]);
    const { body } = await site.request('editor', 'POST', `/cms/v2/comments/${c}`, { post: 0 });
    assert.deepEqual([body.post, body._links.up], [0, undefined]);
    assert.equal(await total('post=0', 'editor'), 1);
    assert.deepEqual(await errorOf(site.request('anonymous', 'GET', `/cms/v2/comments/${c}`)), [
      401,
      'rest_cannot_read',
    ]);
    assert.deepEqual(await errorOf(site.request('editor', 'POST', `/cms/v2/comments/${c}`, { post: 999_999 })), [
      403,
      'rest_comment_invalid_post_id',
    ]);
    await assertConsistent();
  });
});
