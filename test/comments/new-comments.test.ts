// Tests the initial status of comments, and the rejection of duplicates and floods (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import type { Caller } from '../site.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments', (engine) => {
  const { site, set, advanceSeconds, next, post, createComment: write, errorOf } = commentsSite(engine);

  describe('begin', () => {
    const state = async (caller: Caller, json: object) => {
      advanceSeconds(60);
      const { body } = await write(caller, { post: await post(), content: `Words ${next()}`, ...json });
      return body.status;
    };

    it('approved, or on hold according to the settings', async () => {
      assert.equal(await state('subscriber', {}), 'approved');
      assert.equal(await state('subscriber', { content: 'One www.a.example' }), 'approved');
      assert.equal(await state('subscriber', { content: 'Two www.a.example www.b.example' }), 'hold');
      assert.equal(await state('editor', { content: 'Two www.a.example www.b.example' }), 'approved');
      await set('comment_max_links', 0);
      assert.equal(await state('subscriber', { content: 'Two www.a.example www.b.example again' }), 'approved');
      await set('comment_max_links', 2);
      await set('comment_moderation', true);
      assert.deepEqual([await state('subscriber', {}), await state('editor', {})], ['hold', 'approved']);
      await set('comment_moderation', false);
    });

    it('on hold or in the trash when any field contains a listed word, case-insensitively', async () => {
      await set('moderation_keys', 'casino\n\n  Größe  ');
      await set('disallowed_keys', '192.0.2.66\nbuy now');
      assert.equal(await state('subscriber', { content: 'The CASINO' }), 'hold');
      assert.equal(await state('subscriber', { content: 'grosse gefunden' }), 'hold');
      assert.equal(await state('subscriber', { content: 'buy <b>now' }), 'trash');
      assert.equal(await state('subscriber', { content: 'nothing of it' }), 'approved');
      assert.equal(await state('editor', { content: 'casino' }), 'approved');
      await set('moderation_keys', '');
      await set('disallowed_keys', '');
    });

    it('on hold until a comment of the same user was approved, if the setting requires it', async () => {
      await set('comment_previously_approved', true);
      assert.equal(await state('other', {}), 'hold');
      const { body } = await site.request('editor', 'GET', `/cms/v2/comments?author=${site.ids.other}&status=hold`);
      await site.request('editor', 'POST', `/cms/v2/comments/${body[0].id}`, { status: 'approved' });
      assert.equal(await state('other', {}), 'approved');
      await set('comment_previously_approved', false);
    });

    it('with an error on old posts, if the setting closes them', async () => {
      const id = await post({ date: '2026-01-01T00:00:00' });
      await set('close_comments_days_old', 14);
      assert.deepEqual(await errorOf(write('editor', { post: id, content: 'Late' })), [403, 'rest_comment_closed']);
      await set('close_comments_days_old', 0);
      assert.equal((await write('editor', { post: id, content: 'Late' })).status, 201);
    });
  });

  describe('are rejected', () => {
    it('as duplicates with the same content, case-insensitively, even if sent concurrently', async () => {
      const id = await post();
      const same = { post: id, content: 'The same Ä' };
      const responses = await Promise.all(Array.from({ length: 8 }, () => write('editor', same)));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
      assert.deepEqual(await errorOf(write('editor', { post: id, content: ' the SAME ä ' })), [
        409,
        'comment_duplicate',
      ]);
      const first = responses.find(({ status }) => status === 201)?.body.id;
      assert.equal((await write('editor', { ...same, parent: first })).status, 201);
      await site.request('editor', 'DELETE', `/cms/v2/comments/${first}`);
      assert.equal((await write('editor', same)).status, 201);
    });

    it('as a flood when they are too frequent, regardless of their date', async () => {
      const id = await post();
      advanceSeconds(60);
      const createComment = (content: string, json: object = {}) => write('subscriber', { post: id, content, ...json });
      const responses = await Promise.all(Array.from({ length: 6 }, (_, n) => createComment(`At once ${n}`)));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 400, 400, 400, 400, 400]);
      for (const date of ['2020-01-01T00:00:00', '2099-01-01T00:00:00'])
        assert.deepEqual(await errorOf(createComment(date, { date })), [400, 'comment_flood']);
      advanceSeconds(16);
      assert.equal((await createComment('Later', { date: '2099-01-01T00:00:00' })).status, 201);
      advanceSeconds(16);
      assert.equal((await createComment('Later still')).status, 201);
    });
  });

  it('are attributed to the signed-in user when the author fields are empty', async () => {
    const withoutAuthorData = { post: await post(), author_name: '', author_email: '', author_url: '' };
    for (const caller of ['editor', 'subscriber'] as const) {
      const content = `By nobody, says ${caller}`;
      advanceSeconds(60);
      const { status, body } = await write(caller, { ...withoutAuthorData, content });
      assert.deepEqual([status, body.code ?? body.author], [201, site.ids[caller]]);
    }
  });
});
