// What becomes of comments with their post, and with the people who leave (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments with their post', (engine) => {
  const { site, next, post, comment, refused, statusOf, total, agree } = commentsSite(engine);

  for (const [way, back] of [
    ['by its state', (id: number) => site.ask('editor', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' })],
    ['as a draft', (id: number) => site.ask('editor', 'POST', `/cms/v2/posts/${id}`, { status: 'draft' })],
  ] as const) {
    it(`go to the trash and come back, each in its state: ${way}`, async () => {
      const id = await post();
      const states = ['approved', 'hold', 'spam', 'trash'] as const;
      const ids = [];
      for (const status of states) ids.push(await comment(id, { status }));
      await site.ask('editor', 'DELETE', `/cms/v2/posts/${id}`);
      for (const each of ids) assert.equal(await statusOf(each), 'post-trashed');
      assert.equal(await total(`post=${id}&status=all`, 'editor'), 0);
      assert.equal(await total(`post=${id}&status=post-trashed`, 'editor'), 4);
      await agree();
      await back(id);
      assert.deepEqual(await Promise.all(ids.map(statusOf)), [...states]);
      await site.ask('editor', 'POST', `/cms/v2/comments/${ids[2]}`, { status: 'unspam' });
      assert.equal(await statusOf(ids[2] ?? 0), 'approved');
      await agree();
    });
  }

  it('are deleted for good', async () => {
    const id = await post();
    const c = await comment(id);
    await site.ask('editor', 'DELETE', `/cms/v2/posts/${id}?force=true`);
    assert.deepEqual(await refused(site.ask('editor', 'GET', `/cms/v2/comments/${c}`)), [
      404,
      'rest_comment_invalid_id',
    ]);
    assert.equal(await total(`post=${id}`), 0);
    await agree();
  });

  it('go to the trash with those of a user who is deleted; what the user said stays, under its number', async () => {
    const name = `leaving-${next()}`;
    const user = await site.make('/cms/v2/users', {
      username: name,
      email: `${name}@x.example`,
      password: 'Secret-1',
    });
    const other = await post();
    const said = await comment(other, { author: user.id });
    const own = await post({ author: user.id });
    const below = await comment(own);
    await site.ask('administrator', 'DELETE', `/cms/v2/users/${user.id}?force=true&reassign=false`);
    assert.equal(await statusOf(below), 'post-trashed');
    const { body } = await site.ask('anonymous', 'GET', `/cms/v2/comments/${said}?_embed=author`);
    assert.deepEqual([body.author, body.author_name], [user.id, user.name]);
    assert.equal(body._embedded.author[0].code, 'rest_user_invalid_id');
  });

  it('can be moved to another one and taken off', async () => {
    const [one, two] = [await post(), await post()];
    const c = await comment(one);
    await site.ask('editor', 'POST', `/cms/v2/comments/${c}`, { post: two });
    assert.deepEqual([await total(`post=${one}`), await total(`post=${two}`)], [0, 1]);
    const { body } = await site.ask('editor', 'POST', `/cms/v2/comments/${c}`, { post: 0 });
    assert.deepEqual([body.post, body._links.up], [0, undefined]);
    assert.equal(await total('post=0', 'editor'), 1);
    assert.deepEqual(await refused(site.ask('anonymous', 'GET', `/cms/v2/comments/${c}`)), [401, 'rest_cannot_read']);
    assert.deepEqual(await refused(site.ask('editor', 'POST', `/cms/v2/comments/${c}`, { post: 999_999 })), [
      403,
      'rest_comment_invalid_post_id',
    ]);
    await agree();
  });
});
