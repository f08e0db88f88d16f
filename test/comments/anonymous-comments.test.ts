// Tests anonymous comments (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toText } from '../../server/http/json-text.ts';
import { makeRequest } from '../../server/http/request.ts';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('anonymous comments', (engine) => {
  const { site, set, advanceSeconds, post } = commentsSite(engine);

  const sendComment = async (json: object, from = '198.51.100.1') => {
    const body = new TextEncoder().encode(JSON.stringify(json));
    const headers = { 'content-type': 'application/json', 'user-agent': 'Browser <b>1</b>' };
    const { status, body: responseBody } = await site.service.dispatch(
      makeRequest('POST', '/cms/v2/comments', { headers, body, from }),
    );
    return { status, body: JSON.parse(toText(responseBody ?? 'null')) };
  };
  const anonymousAuthor = { author_name: 'Guest', author_email: 'guest@far.example' };

  it('are rejected unless the site allows them', async () => {
    const id = await post();
    assert.equal(
      (await sendComment({ post: id, content: 'x', ...anonymousAuthor })).body.code,
      'rest_comment_login_required',
    );
  });

  it('require a name and an email address, cannot impersonate users, and are rate-limited', async () => {
    const id = await post();
    await set('anonymous_comments', true);
    const createComment = (content: string, json: object = {}, from?: string) =>
      sendComment({ post: id, content, ...anonymousAuthor, ...json }, from);
    assert.equal((await sendComment({ post: id, content: 'x' })).body.code, 'rest_comment_author_data_required');
    for (const [json, code] of [
      [{ author: site.ids.editor }, 'rest_comment_invalid_author'],
      [{ author_ip: '10.0.0.1' }, 'rest_comment_invalid_author_ip'],
      [{ status: 'approved' }, 'rest_comment_invalid_status'],
      [{ type: 'note' }, 'rest_comment_login_required'],
    ] as const) {
      const { status, body } = await createComment('Forged', json);
      assert.deepEqual([status, body.code], [401, code], code);
    }
    const first = await createComment('<script>alert(1)</script><b onclick="x">Hello</b>');
    assert.equal(first.status, 201);
    assert.equal(first.body.author, 0);
    assert.equal(first.body.author_email, undefined);
    assert.equal(first.body.content.rendered, '<p>alert(1)<b>Hello</b></p>\n');
    const moderated = await site.request('editor', 'GET', `/cms/v2/comments/${first.body.id}?context=edit`);
    assert.deepEqual([moderated.body.author_ip, moderated.body.author_user_agent], ['198.51.100.1', 'Browser 1']);
    assert.equal((await createComment('Again')).status, 429, 'the same name and IP address');
    assert.equal((await createComment('Again', {}, '198.51.100.2')).status, 429, 'the same email address');
    assert.equal((await createComment('Again', { author_email: 'b@far.example' })).status, 429, 'the same IP address');
    await set('anonymous_comments_per_minute', 3);
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        createComment(`Many ${n}`, { author_email: `m${n}@far.example` }, `198.51.100.${n + 10}`),
      ),
    );
    assert.equal(many.filter(({ status }) => status === 201).length, 2);
    assert.ok(many.every(({ status }) => status === 201 || status === 429));
    advanceSeconds(61);
    await set('comment_previously_approved', true);
    assert.equal(
      (await createComment('Known')).body.status,
      'approved',
      'same name and email address as an approved comment',
    );
    advanceSeconds(61);
    assert.equal((await createComment('Unknown', { author_email: 'new@far.example' })).body.status, 'hold');
    await set('comment_previously_approved', false);
    await set('anonymous_comments', false);
    await set('anonymous_comments_per_minute', 30);
  });
});
