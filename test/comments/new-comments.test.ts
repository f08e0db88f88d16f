// In which state comments begin, and which are not taken: repetitions and floods (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import type { Person } from '../site.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments', (engine) => {
  const { site, set, later, next, post, write, refused } = commentsSite(engine);

  describe('begin', () => {
    const state = async (person: Person, json: object) => {
      later(60);
      const { body } = await write(person, { post: await post(), content: `Words ${next()}`, ...json });
      return body.status;
    };

    it('approved, or on hold where the site says so', async () => {
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

    it('on hold or in the trash for words on the lists, in any field and letter case', async () => {
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

    it('on hold until one of the same user was approved, where the site says so', async () => {
      await set('comment_previously_approved', true);
      assert.equal(await state('other', {}), 'hold');
      const { body } = await site.ask('editor', 'GET', `/cms/v2/comments?author=${site.ids.other}&status=hold`);
      await site.ask('editor', 'POST', `/cms/v2/comments/${body[0].id}`, { status: 'approved' });
      assert.equal(await state('other', {}), 'approved');
      await set('comment_previously_approved', false);
    });

    it('nowhere once a post is old, where the site says so', async () => {
      const id = await post({ date: '2026-01-01T00:00:00' });
      await set('close_comments_days_old', 14);
      assert.deepEqual(await refused(write('editor', { post: id, content: 'Late' })), [403, 'rest_comment_closed']);
      await set('close_comments_days_old', 0);
      assert.equal((await write('editor', { post: id, content: 'Late' })).status, 201);
    });
  });

  describe('are not said', () => {
    it('twice in the same words, letter case aside; nor by many at once', async () => {
      const id = await post();
      const same = { post: id, content: 'The same Ä' };
      const answers = await Promise.all(Array.from({ length: 8 }, () => write('editor', same)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
      assert.deepEqual(await refused(write('editor', { post: id, content: ' the SAME ä ' })), [
        409,
        'comment_duplicate',
      ]);
      const first = answers.find(({ status }) => status === 201)?.body.id;
      assert.equal((await write('editor', { ...same, parent: first })).status, 201);
      await site.ask('editor', 'DELETE', `/cms/v2/comments/${first}`);
      assert.equal((await write('editor', same)).status, 201);
    });

    it('too fast, however they are dated', async () => {
      const id = await post();
      later(60);
      const say = (content: string, json: object = {}) => write('subscriber', { post: id, content, ...json });
      const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => say(`At once ${n}`)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400, 400, 400]);
      for (const date of ['2020-01-01T00:00:00', '2099-01-01T00:00:00'])
        assert.deepEqual(await refused(say(date, { date })), [400, 'comment_flood']);
      later(16);
      assert.equal((await say('Later', { date: '2099-01-01T00:00:00' })).status, 201);
      later(16);
      assert.equal((await say('Later still')).status, 201);
    });
  });

  it('are by who is signed in where nothing is in the names that are sent', async () => {
    const nobody = { post: await post(), author_name: '', author_email: '', author_url: '' };
    for (const person of ['editor', 'subscriber'] as const) {
      const content = `By nobody, says ${person}`;
      later(60);
      const { status, body } = await write(person, { ...nobody, content });
      assert.deepEqual([status, body.code ?? body.author], [201, site.ids[person]]);
    }
  });
});
