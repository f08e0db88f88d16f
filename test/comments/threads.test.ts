// Comments that answer comments (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments in threads', (engine) => {
  const { site, set, post, write, comment, refused, statusOf, total, agree } = commentsSite(engine);

  it('answers are listed, linked, embedded and counted', async () => {
    const id = await post();
    const top = await comment(id, { date: '2026-01-01T00:00:00' });
    const answer = await comment(id, { parent: top, date: '2026-01-02T00:00:00' });
    await comment(id, { parent: top, status: 'hold', date: '2026-01-03T00:00:00' });
    assert.deepEqual(
      [await total(`post=${id}`), await total(`post=${id}&parent=0`), await total(`parent=${top}`)],
      [2, 1, 1],
    );
    assert.equal(await total(`post=${id}&parent_exclude=0`), 1);
    const { body } = await site.ask('anonymous', 'GET', `/cms/v2/comments/${top}?_embed`);
    assert.deepEqual(
      body._embedded.children[0].map((each: { id: number }) => each.id),
      [answer],
    );
    assert.equal(body._embedded.up[0].id, id);
    const below = await site.ask('anonymous', 'GET', `/cms/v2/comments/${answer}?_embed=in-reply-to`);
    assert.equal(below.body._embedded['in-reply-to'][0].id, top);
    assert.equal(below.body._links.children, undefined);
    const shown = await site.ask('anonymous', 'GET', `/cms/v2/posts/${id}?_embed=replies`);
    assert.deepEqual(
      shown.body._embedded.replies[0].map((each: { id: number }) => each.id),
      [answer, top],
    );
  });

  it('answers to what is deleted move up, and nothing answers itself', async () => {
    const id = await post();
    const a = await comment(id);
    const second = await comment(id, { parent: a });
    const third = await comment(id, { parent: second });
    for (const parent of [third, second])
      assert.deepEqual(await refused(site.ask('editor', 'POST', `/cms/v2/comments/${second}`, { parent })), [
        400,
        'rest_invalid_param',
      ]);
    await site.ask('editor', 'DELETE', `/cms/v2/comments/${second}?force=true`);
    assert.equal((await site.ask('editor', 'GET', `/cms/v2/comments/${third}`)).body.parent, a);
    assert.equal(await total(`parent=${a}`), 1);
    await agree();
  });

  it('have the depth that the site allows', async () => {
    const id = await post();
    await set('comment_depth', 2);
    const first = await comment(id);
    const second = await comment(id, { parent: first });
    assert.deepEqual(await refused(write('editor', { post: id, parent: second, content: 'Deep' })), [
      400,
      'rest_comment_too_deep',
    ]);
    await set('comment_depth', 0);
    await comment(id, { parent: second });
  });

  it('a note takes its answers along into the trash', async () => {
    const id = await post();
    const note = await comment(id, { type: 'note', status: 'hold' });
    const answer = await comment(id, { type: 'note', parent: note });
    const { body } = await site.ask('editor', 'GET', `/cms/v2/comments/${note}?context=edit&_embed`);
    assert.deepEqual(
      body._embedded.children[0].map((each: { id: number }) => each.id),
      [answer],
    );
    await site.ask('editor', 'POST', `/cms/v2/comments/${note}`, { status: 'trash' });
    assert.deepEqual([await statusOf(note), await statusOf(answer)], ['trash', 'trash']);
    await agree();
  });
});
