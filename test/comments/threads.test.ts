// Tests replies to comments (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments in threads', (engine) => {
  const { site, set, post, createComment, comment, errorOf, statusOf, total, assertConsistent } = commentsSite(engine);

  it('have replies, which are listed, linked, embedded and counted', async () => {
    const id = await post();
    const top = await comment(id, { date: '2026-01-01T00:00:00' });
    const reply = await comment(id, { parent: top, date: '2026-01-02T00:00:00' });
    await comment(id, { parent: top, status: 'hold', date: '2026-01-03T00:00:00' });
    assert.deepEqual(
      [await total(`post=${id}`), await total(`post=${id}&parent=0`), await total(`parent=${top}`)],
      [2, 1, 1],
    );
    assert.equal(await total(`post=${id}&parent_exclude=0`), 1);
    const { body } = await site.request('anonymous', 'GET', `/cms/v2/comments/${top}?_embed`);
    assert.deepEqual(
      body._embedded.children[0].map((each: { id: number }) => each.id),
      [reply],
    );
    assert.equal(body._embedded.up[0].id, id);
    const replyResponse = await site.request('anonymous', 'GET', `/cms/v2/comments/${reply}?_embed=in-reply-to`);
    assert.equal(replyResponse.body._embedded['in-reply-to'][0].id, top);
    assert.equal(replyResponse.body._links.children, undefined);
    const embeddingPost = await site.request('anonymous', 'GET', `/cms/v2/posts/${id}?_embed=replies`);
    assert.deepEqual(
      embeddingPost.body._embedded.replies[0].map((each: { id: number }) => each.id),
      [reply, top],
    );
  });

  it('keep the replies to a deleted comment, one level higher, and cannot be their own ancestors', async () => {
    const id = await post();
    const a = await comment(id);
    const second = await comment(id, { parent: a });
    const third = await comment(id, { parent: second });
    for (const parent of [third, second])
      assert.deepEqual(await errorOf(site.request('editor', 'POST', `/cms/v2/comments/${second}`, { parent })), [
        400,
        'rest_invalid_param',
      ]);
    await site.request('editor', 'DELETE', `/cms/v2/comments/${second}?force=true`);
    assert.equal((await site.request('editor', 'GET', `/cms/v2/comments/${third}`)).body.parent, a);
    assert.equal(await total(`parent=${a}`), 1);
    await assertConsistent();
  });

  it('are limited to the configured depth', async () => {
    const id = await post();
    await set('comment_depth', 2);
    const first = await comment(id);
    const second = await comment(id, { parent: first });
    assert.deepEqual(await errorOf(createComment('editor', { post: id, parent: second, content: 'Deep' })), [
      400,
      'rest_comment_too_deep',
    ]);
    await set('comment_depth', 0);
    await comment(id, { parent: second });
  });

  it('go to the trash together with the note that they reply to', async () => {
    const id = await post();
    const note = await comment(id, { type: 'note', status: 'hold' });
    const reply = await comment(id, { type: 'note', parent: note });
    const { body } = await site.request('editor', 'GET', `/cms/v2/comments/${note}?context=edit&_embed`);
    assert.deepEqual(
      body._embedded.children[0].map((each: { id: number }) => each.id),
      [reply],
    );
    await site.request('editor', 'POST', `/cms/v2/comments/${note}`, { status: 'trash' });
    assert.deepEqual([await statusOf(note), await statusOf(reply)], ['trash', 'trash']);
    await assertConsistent();
  });
});
