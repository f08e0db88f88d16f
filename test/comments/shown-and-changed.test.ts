// How comments are shown as the site says, and changed only as they were seen.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments', (engine) => {
  const { site, set, post, comment } = commentsSite(engine);

  it('show pictures of their authors as the site says', async () => {
    const c = await comment(await post());
    const pictures = async () => (await site.ask('editor', 'GET', `/cms/v2/comments/${c}`)).body.author_avatar_urls;
    assert.match((await pictures())['48'], /^https:\/\/[^/]+\/avatar\/[0-9a-f]{64}\?s=48/);
    await set('avatar_address', 'https://pictures.example/{size}/{hash}.png');
    assert.match((await pictures())['96'], /^https:\/\/pictures\.example\/96\/[0-9a-f]{64}\.png$/);
    await set('show_avatars', false);
    assert.equal(await pictures(), undefined);
    assert.equal((await site.ask('editor', 'GET', '/cms/v2/users/me')).body.avatar_urls, undefined);
    await set('show_avatars', true);
  });

  it('are changed only as they were seen (If-Match)', async () => {
    const c = await comment(await post());
    const { etag } = await site.ask('editor', 'GET', `/cms/v2/comments/${c}?context=edit`);
    const change = (content: string) =>
      site.ask('editor', 'POST', `/cms/v2/comments/${c}`, { content }, { 'if-match': etag });
    assert.deepEqual([(await change('One')).status, (await change('Two')).status], [200, 412]);
  });

  it('take all that is sent along with a state', async () => {
    const on = await post();
    const other = await post();
    const states: readonly (readonly [word: string, state: string])[] = [
      ['hold', 'hold'],
      ['approved', 'approved'],
      ['spam', 'spam'],
      ['unspam', 'approved'],
      ['trash', 'trash'],
      ['nonsense', 'trash'],
      ['untrash', 'approved'],
    ];
    const c = await comment(on);
    for (const [at, [word, status]] of states.entries()) {
      const change = {
        content: `Said at ${at}`,
        author_name: `Name ${at}`,
        author_email: `name${at}@x.test`,
        author_ip: `10.0.0.${at}`,
        date: `2026-05-0${at + 1}T00:00:00`,
        parent: 900_000 + at,
        post: at % 2 === 0 ? other : on,
        meta: { _cms_note_status: at % 2 === 0 ? 'resolved' : 'reopen' },
      };
      const { body } = await site.ask('editor', 'POST', `/cms/v2/comments/${c}`, { status: word, ...change });
      const shown = Object.fromEntries(Object.keys(change).map((name) => [name, body[name]]));
      assert.deepEqual([body.status, { ...shown, content: body.content.raw }], [status, change], word);
    }
  });

  it('refuse a change for its kind first, then its author, its entry and its content', async () => {
    const c = await comment(await post());
    const refusal = async (change: object) => {
      const { status, body } = await site.ask('editor', 'POST', `/cms/v2/comments/${c}`, change);
      return [status, body.code];
    };
    const nothing = { post: 999_999, content: '' };
    assert.deepEqual(await refusal({ ...nothing, author: 999_999, type: '' }), [404, 'rest_comment_invalid_type']);
    assert.deepEqual(await refusal({ ...nothing, author: 999_999 }), [400, 'rest_comment_author_invalid']);
    assert.deepEqual(await refusal(nothing), [403, 'rest_comment_invalid_post_id']);
    assert.deepEqual(await refusal({ content: '' }), [400, 'rest_comment_content_invalid']);
    assert.equal((await refusal({ type: null }))[0], 200);
  });
});
