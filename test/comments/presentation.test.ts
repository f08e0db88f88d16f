// Tests how settings affect the presentation of comments, and changes with preconditions.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments', (engine) => {
  const { site, set, post, comment } = commentsSite(engine);

  it('have avatar URLs according to the settings', async () => {
    const c = await comment(await post());
    const avatarUrls = async () =>
      (await site.request('editor', 'GET', `/cms/v2/comments/${c}`)).body.author_avatar_urls;
    assert.match((await avatarUrls())['48'], /^https:\/\/[^/]+\/avatar\/[0-9a-f]{64}\?s=48/);
    await set('avatar_address', 'https://pictures.example/{size}/{hash}.png');
    assert.match((await avatarUrls())['96'], /^https:\/\/pictures\.example\/96\/[0-9a-f]{64}\.png$/);
    await set('show_avatars', false);
    assert.equal(await avatarUrls(), undefined);
    assert.equal((await site.request('editor', 'GET', '/cms/v2/users/me')).body.avatar_urls, undefined);
    await set('show_avatars', true);
  });

  it('are changed only if If-Match matches the current ETag', async () => {
    const c = await comment(await post());
    const { etag } = await site.request('editor', 'GET', `/cms/v2/comments/${c}?context=edit`);
    const change = (content: string) =>
      site.request('editor', 'POST', `/cms/v2/comments/${c}`, { content }, { 'if-match': etag });
    assert.deepEqual([(await change('One')).status, (await change('Two')).status], [200, 412]);
  });

  it('accept changes to a status and to other fields in one request', async () => {
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
      const { body } = await site.request('editor', 'POST', `/cms/v2/comments/${c}`, { status: word, ...change });
      const presented = Object.fromEntries(Object.keys(change).map((name) => [name, body[name]]));
      assert.deepEqual([body.status, { ...presented, content: body.content.raw }], [status, change], word);
    }
  });

  it('validate the fields of a change in the order type, author, post, content', async () => {
    const c = await comment(await post());
    const errorOf = async (change: object) => {
      const { status, body } = await site.request('editor', 'POST', `/cms/v2/comments/${c}`, change);
      return [status, body.code];
    };
    const nothing = { post: 999_999, content: '' };
    assert.deepEqual(await errorOf({ ...nothing, author: 999_999, type: '' }), [404, 'rest_comment_invalid_type']);
    assert.deepEqual(await errorOf({ ...nothing, author: 999_999 }), [400, 'rest_comment_author_invalid']);
    assert.deepEqual(await errorOf(nothing), [403, 'rest_comment_invalid_post_id']);
    assert.deepEqual(await errorOf({ content: '' }), [400, 'rest_comment_content_invalid']);
    assert.equal((await errorOf({ type: null }))[0], 200);
  });
});
