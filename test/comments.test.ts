// What comments do: threads, states, what becomes of them with their post, repetitions and floods, the site's settings, bad
// input (users-and-comments.md §5).
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type Builder, statement } from '../server/database/statement.ts';
import { textOf } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import type { SettingName, SettingValues } from '../server/settings/declared.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';

/** What must agree; each gives rows that differ only where something has drifted. */
const drifts = {
  counted: sql`
    select post, parent, type, status, n from comment_counts where n <> 0
    except select post, parent, type, status, count(*) from comments group by post, parent, type, status
    except select post, -1, type, status, count(*) from comments group by post, type, status`,
  uncounted: sql`
    select post, -1, type, status, count(*) from comments group by post, type, status
    except select post, parent, type, status, n from comment_counts`,
  texts: sql`select id from comments except select comment_id from comment_text`,
} as const;

describeEachEngine('comments', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-06-01T12:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => now });
    await set('comment_previously_approved', false);
  });

  const set = <K extends SettingName>(name: K, value: SettingValues[K]) => site.service.settings.set({ [name]: value });
  const later = (seconds: number) => {
    now += seconds * 1000;
  };
  let count = 0;
  /** A number that was not used before. */
  const next = () => {
    count += 1;
    return count;
  };
  const post = async (json: object = {}) =>
    (await site.make('/cms/v2/posts', { title: `P${next()}`, content: 'x', status: 'publish', ...json })).id as number;
  const write = (person: Person, json: object) => site.ask(person, 'POST', '/cms/v2/comments', json);
  const comment = async (on: number, json: object = {}, person: Person = 'editor') =>
    (await site.make('/cms/v2/comments', { post: on, content: `Said ${next()}`, ...json }, person)).id as number;
  const refused = async (answer: ReturnType<TestSite['ask']>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  const statusOf = async (id: number) => (await site.ask('editor', 'GET', `/cms/v2/comments/${id}`)).body.status;
  const total = async (query: string, person: Person = 'anonymous') =>
    Number((await site.ask(person, 'GET', `/cms/v2/comments?${query}`)).headers['X-CMS-Total']);
  const agree = async () => {
    for (const [name, rows] of Object.entries(drifts)) {
      const found = await site.database.read.all(
        statement((_q: Builder) => rows),
        {},
      );
      assert.deepEqual(found, [], name);
    }
  };

  describe('in threads', () => {
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

  describe('with their post', () => {
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
      const user = await site.make('/cms/v2/users', {
        username: `leaving-${next()}`,
        email: `leaving-${count}@x.example`,
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

  describe('of people who do not sign in', () => {
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

  describe('of every bad kind', () => {
    it('are answered with the code of what is wrong, and nothing is stored', async () => {
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
          await refused(write('editor', { post: id, content: 'Fine', ...json })),
          [status, code],
          JSON.stringify(json).slice(0, 80),
        );
      assert.equal(await total(`post=${id}&status=any&type=all`, 'editor'), 0);
      const block = await site.make('/cms/v2/blocks', { title: 'b', content: 'x', status: 'publish' });
      assert.deepEqual(await refused(write('editor', { post: block.id, content: 'x', type: 'note' })), [
        403,
        'rest_comment_not_supported_post_type',
      ]);
      assert.deepEqual(await refused(write('editor', { post: block.id, content: 'x' })), [403, 'rest_comment_closed']);
    });

    it('a change that is refused leaves nothing changed', async () => {
      const c = await comment(await post(), { content: 'Before' });
      for (const json of [
        { meta: { _cms_note_status: 'maybe' } },
        { author: 999_999 },
        { post: 999_999 },
        { type: 'note' },
        { id: c + 1 },
      ]) {
        const { status } = await site.ask('editor', 'POST', `/cms/v2/comments/${c}`, { content: 'After', ...json });
        assert.ok(status >= 400 && status < 500, JSON.stringify(json));
        assert.equal(
          (await site.ask('editor', 'GET', `/cms/v2/comments/${c}?context=edit`)).body.content.raw,
          'Before',
        );
      }
    });

    it('the sign of a number opens no way to comments on what is hidden', async () => {
      const hidden = await post({ status: 'private' });
      const shown = await post();
      const [secret, open] = [await comment(hidden), await comment(shown)];
      const listed = async (query: string) => {
        const { body } = await site.ask('anonymous', 'GET', `/cms/v2/comments?${query}`);
        return body.code ?? body.map((each: { id: number }) => each.id);
      };
      assert.deepEqual(await listed(`post=-${shown}`), [open]);
      assert.deepEqual(await listed(`include=-${open},-${secret}`), [open]);
      assert.equal(await listed(`post=-${hidden}`), 'rest_cannot_read_post');
    });

    it('lists of any kind are answered', async () => {
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
        const { status, body } = await site.ask('editor', 'GET', `/cms/v2/comments?${query}`);
        assert.equal(status, 200, `${query} ${JSON.stringify(body)}`);
      }
      for (const orderby of ['date', 'date_gmt', 'id', 'post', 'parent', 'type']) {
        const ids = async (order: string) =>
          (
            await site.ask('editor', 'GET', `/cms/v2/comments?post=${id}&orderby=${orderby}&order=${order}&status=all`)
          ).body.map((each: { id: number }) => each.id);
        assert.deepEqual(await ids('asc'), (await ids('desc')).reverse(), orderby);
      }
    });
  });

  it('keep their counters through any sequence of deeds', { timeout: 120_000 }, async () => {
    const posts = [await post(), await post()];
    const deed = fc.record({
      what: fc.constantFrom('write', 'write', 'change', 'trash', 'erase', 'trash post', 'restore post'),
      which: fc.nat(7),
      on: fc.nat(1),
      status: fc.constantFrom('approved', 'hold', 'spam', 'trash', 'untrash'),
      note: fc.boolean(),
    });
    const ids: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 15 }), async (deeds) => {
        for (const { what, which, on, status, note } of deeds) {
          const id = ids.at(-1 - (which % Math.max(1, ids.length)));
          const address = `/cms/v2/comments/${id}`;
          const json = { post: posts[on], parent: id ?? 0, status };
          if (what === 'write') {
            const { body } = await write('editor', {
              ...json,
              content: `W${next()}`,
              ...(note && { type: 'note' }),
            });
            if (body.id) ids.push(body.id);
          } else if (what === 'change') await site.ask('editor', 'POST', address, { post: posts[on], status });
          else if (what === 'trash') await site.ask('editor', 'DELETE', address);
          else if (what === 'erase') await site.ask('editor', 'DELETE', `${address}?force=true`);
          else if (what === 'trash post') await site.ask('editor', 'DELETE', `/cms/v2/posts/${posts[on]}`);
          else await site.ask('editor', 'POST', `/cms/v2/posts/${posts[on]}`, { status: 'publish' });
        }
        await agree();
      }),
      { numRuns: 15 },
    );
    assert.deepEqual(site.faults, []);
  });

  it('written and moderated by many at once are counted', async () => {
    const id = await post();
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => write('editor', { post: id, content: `Many ${n}` })),
    );
    assert.ok(made.every(({ status }) => status === 201));
    await Promise.all([
      ...made.map(({ body }, n) =>
        n % 2
          ? site.ask('editor', 'DELETE', `/cms/v2/comments/${body.id}?force=true`)
          : site.ask('editor', 'POST', `/cms/v2/comments/${body.id}`, { status: 'spam' }),
      ),
      write('editor', { post: id, content: 'Meanwhile' }),
      site.ask('editor', 'DELETE', `/cms/v2/posts/${id}`),
    ]);
    await site.ask('editor', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' });
    await agree();
    assert.deepEqual(site.faults, []);
  });

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
});
