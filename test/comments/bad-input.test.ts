// Tests invalid comments, changes and list requests (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('invalid comments', (engine) => {
  const { site, post, createComment, comment, errorOf, total } = commentsSite(engine);

  it('are rejected with the specific error code, and nothing is stored', async () => {
    const id = await post();
    const cases: [json: object, status: number, code: string][] = [
      [{ content: undefined }, 400, 'rest_comment_content_invalid'],
      [{ content: ' \n ' }, 400, 'rest_comment_content_invalid'],
      [{ content: 5 }, 400, 'rest_comment_content_invalid'],
      [{ content: { raw: ['x'] } }, 400, 'rest_comment_content_invalid'],
      [{ content: 'x'.repeat(65_526) }, 400, 'comment_content_column_length'],
      [{ author_name: 'ä'.repeat(123), author_email: 'a@b.example' }, 400, 'comment_author_column_length'],
      [{ author_name: 'n', author_email: `${'a'.repeat(95)}@b.example` }, 400, 'comment_author_email_column_length'],
      [
        { author_url: `https://u.example/${'u'.repeat(200)}`, author_name: 'n', author_email: 'a@b.example' },
        400,
        'comment_author_url_column_length',
      ],
      [{ author_name: 'n' }, 400, 'rest_comment_author_data_required'],
      [{ author: 999_999 }, 400, 'rest_comment_author_invalid'],
      [{ author: 0 }, 400, 'rest_comment_author_invalid'],
      [{ author: -1 }, 400, 'rest_comment_author_invalid'],
      [{ author_email: 'nobody' }, 400, 'rest_invalid_param'],
      [{ author_ip: '1.2.3.400' }, 400, 'rest_invalid_param'],
      [{ date: '2026-02-30T00:00:00' }, 400, 'rest_invalid_param'],
      [{ date_gmt: '' }, 400, 'rest_invalid_param'],
      [{ parent: 'x' }, 400, 'rest_invalid_param'],
      [{ status: ['hold'] }, 400, 'rest_invalid_param'],
      [{ meta: 'x' }, 400, 'rest_invalid_param'],
      [{ meta: { _cms_note_status: 'maybe' } }, 400, 'rest_not_in_enum'],
      [{ meta: { _cms_note_status: ['resolved'] } }, 400, 'rest_invalid_type'],
      [{ type: 'pingback' }, 400, 'rest_invalid_comment_type'],
      [{ type: ['note'] }, 400, 'rest_invalid_comment_type'],
      [{ id: 7 }, 400, 'rest_comment_exists'],
      [{ post: 0 }, 403, 'rest_comment_invalid_post_id'],
      [{ post: -5 }, 403, 'rest_comment_invalid_post_id'],
      [{ post: 1e300 }, 403, 'rest_comment_invalid_post_id'],
      [{ type: 'note', content: '' }, 400, 'rest_comment_content_invalid'],
    ];
    for (const [json, status, code] of cases)
      assert.deepEqual(
        await errorOf(createComment('editor', { post: id, content: 'Fine', ...json })),
        [status, code],
        JSON.stringify(json).slice(0, 80),
      );
    assert.equal(await total(`post=${id}&status=any&type=all`, 'editor'), 0);
    const block = await site.create('/cms/v2/blocks', { title: 'b', content: 'x', status: 'publish' });
    assert.deepEqual(await errorOf(createComment('editor', { post: block.id, content: 'x', type: 'note' })), [
      403,
      'rest_comment_not_supported_post_type',
    ]);
    assert.deepEqual(await errorOf(createComment('editor', { post: block.id, content: 'x' })), [
      403,
      'rest_comment_closed',
    ]);
  });

  it('a rejected change leaves the comment unchanged', async () => {
    const c = await comment(await post(), { content: 'Before' });
    for (const json of [
      { meta: { _cms_note_status: 'maybe' } },
      { author: 999_999 },
      { post: 999_999 },
      { type: 'note' },
      { id: c + 1 },
    ]) {
      const { status } = await site.request('editor', 'POST', `/cms/v2/comments/${c}`, { content: 'After', ...json });
      assert.ok(status >= 400 && status < 500, JSON.stringify(json));
      assert.equal(
        (await site.request('editor', 'GET', `/cms/v2/comments/${c}?context=edit`)).body.content.raw,
        'Before',
      );
    }
  });

  it('a negative ID gives no access to hidden comments', async () => {
    const hidden = await post({ status: 'private' });
    const publicPost = await post();
    const [secret, open] = [await comment(hidden), await comment(publicPost)];
    const listed = async (query: string) => {
      const { body } = await site.request('anonymous', 'GET', `/cms/v2/comments?${query}`);
      return body.code ?? body.map((each: { id: number }) => each.id);
    };
    assert.deepEqual(await listed(`post=-${publicPost}`), [open]);
    assert.deepEqual(await listed(`include=-${open},-${secret}`), [open]);
    assert.equal(await listed(`post=-${hidden}`), 'rest_cannot_read_post');
  });

  it('lists accept extreme parameters', async () => {
    const id = await post();
    for (let n = 0; n < 3; n += 1) await comment(id);
    for (const query of [
      'offset=-2',
      'offset=99999999',
      'page=9007199254740991',
      'include=1,2,99999999999999999999',
      `post=${id}&orderby=include`,
      `search=${'x'.repeat(3000)}`,
      'search=%25%00%1f',
      'after=0000-01-01T00:00:00&before=9999-12-31T23:59:59',
      'status=any&type=all&orderby=type',
      'status=constructor',
      'type=__proto__',
      'author=0&author_exclude=0',
      'post=0,-1',
    ]) {
      const { status, body } = await site.request('editor', 'GET', `/cms/v2/comments?${query}`);
      assert.equal(status, 200, `${query} ${JSON.stringify(body)}`);
    }
    for (const orderby of ['date', 'date_gmt', 'id', 'post', 'parent', 'type']) {
      const ids = async (order: string) =>
        (
          await site.request(
            'editor',
            'GET',
            `/cms/v2/comments?post=${id}&orderby=${orderby}&order=${order}&status=all`,
          )
        ).body.map((each: { id: number }) => each.id);
      assert.deepEqual(await ids('asc'), (await ids('desc')).reverse(), orderby);
    }
  });
});
