// Comments of people who do not sign in (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { textOf } from '../../server/http/json-text.ts';
import { makeRequest } from '../../server/http/request.ts';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments of people who do not sign in', (engine) => {
  const { site, set, later, post } = commentsSite(engine);

  const ask = async (json: object, from = '198.51.100.1') => {
    const body = new TextEncoder().encode(JSON.stringify(json));
    const headers = { 'content-type': 'application/json', 'user-agent': 'Browser <b>1</b>' };
    const { status, body: told } = await site.service.dispatch(
      makeRequest('POST', '/cms/v2/comments', { headers, body, from }),
    );
    return { status, body: JSON.parse(textOf(told ?? 'null')) };
  };
  const guest = { author_name: 'Guest', author_email: 'guest@far.example' };

  it('are refused unless the site takes them', async () => {
    const id = await post();
    assert.equal((await ask({ post: id, content: 'x', ...guest })).body.code, 'rest_comment_login_required');
  });

  it('are taken with name and address, not as somebody else, not too fast and not too many', async () => {
    const id = await post();
    await set('anonymous_comments', true);
    const say = (content: string, json: object = {}, from?: string) =>
      ask({ post: id, content, ...guest, ...json }, from);
    assert.equal((await ask({ post: id, content: 'x' })).body.code, 'rest_comment_author_data_required');
    for (const [json, code] of [
      [{ author: site.ids.editor }, 'rest_comment_invalid_author'],
      [{ author_ip: '10.0.0.1' }, 'rest_comment_invalid_author_ip'],
      [{ status: 'approved' }, 'rest_comment_invalid_status'],
      [{ type: 'note' }, 'rest_comment_login_required'],
    ] as const) {
      const { status, body } = await say('Forged', json);
      assert.deepEqual([status, body.code], [401, code], code);
    }
    const first = await say('<script>alert(1)</script><b onclick="x">Hello</b>');
    assert.equal(first.status, 201);
    assert.equal(first.body.author, 0);
    assert.equal(first.body.author_email, undefined);
    assert.equal(first.body.content.rendered, '<p>alert(1)<b>Hello</b></p>\n');
    const seen = await site.ask('editor', 'GET', `/cms/v2/comments/${first.body.id}?context=edit`);
    assert.deepEqual([seen.body.author_ip, seen.body.author_user_agent], ['198.51.100.1', 'Browser 1']);
    assert.equal((await say('Again')).status, 429, 'the same person');
    assert.equal((await say('Again', {}, '198.51.100.2')).status, 429, 'the same address');
    assert.equal((await say('Again', { author_email: 'b@far.example' })).status, 429, 'the same place');
    await set('anonymous_comments_per_minute', 3);
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        say(`Many ${n}`, { author_email: `m${n}@far.example` }, `198.51.100.${n + 10}`),
      ),
    );
    assert.equal(many.filter(({ status }) => status === 201).length, 2);
    assert.ok(many.every(({ status }) => status === 201 || status === 429));
    later(61);
    await set('comment_previously_approved', true);
    assert.equal((await say('Known')).body.status, 'approved', 'the same name and address as before');
    later(61);
    assert.equal((await say('Unknown', { author_email: 'new@far.example' })).body.status, 'hold');
    await set('comment_previously_approved', false);
    await set('anonymous_comments', false);
    await set('anonymous_comments_per_minute', 30);
  });
});
