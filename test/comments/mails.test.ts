// Tests the recipients and the content of emails about comments (docs/configuration.md, Comments).
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { type Builder, statement } from '../../server/database/statement.ts';
import type { SettingName, SettingValues } from '../../server/settings/declared.ts';
import { describeEachEngine } from '../engines.ts';
import { type Caller, openTestSite, type TestSite } from '../site.ts';

const queued = statement((q: Builder) =>
  q.selectFrom('mails').select(['kind', 'recipient', 'subject', 'text', 'state']).orderBy('id'),
);
const deleteMails = statement((q: Builder) => q.deleteFrom('mails'));

describeEachEngine('an email about a comment', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-06-01T12:00:00Z');
  let count = 0;
  let statements = 0;
  before(async () => {
    const onStatement = () => {
      statements += 1;
    };
    site = await openTestSite({ database: await engine.open({ onStatement }), clock: () => now });
    await set('comment_previously_approved', false);
  });
  beforeEach(() => site.database.transaction((tx) => tx.run(deleteMails, {})));

  const set = <K extends SettingName>(name: K, value: SettingValues[K]) => site.service.settings.set({ [name]: value });
  const mails = () => site.database.read.all(queued, {});
  /** Returns the kind of every queued email with the local part of its recipient, sorted. */
  const recipients = async () =>
    (await mails()).map(({ kind, recipient }) => `${kind} ${recipient.split('@')[0]}`).sort();
  const post = async (json: object = {}, caller: Caller = 'author') =>
    (
      await site.create(
        '/cms/v2/posts',
        { title: 'Tom &amp; <i>Jerry</i>', content: 'x', status: 'publish', ...json },
        caller,
      )
    ).id as number;
  const write = async (caller: Caller, json: object) => {
    count += 1;
    now += 60_000;
    const { status, body } = await site.request(caller, 'POST', '/cms/v2/comments', {
      content: `Said ${count}`,
      ...json,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id as number;
  };
  const links = 'See www.a.example and www.b.example';

  it('is sent to the author of the post for an approved comment, with public data only', async () => {
    const id = await post();
    const comment = await write('subscriber', { post: id, content: 'I &amp; <b>you</b>' });
    const [mail, ...others] = await mails();
    assert.equal(others.length, 0);
    assert.deepEqual(
      [mail?.kind, mail?.recipient, mail?.state, mail?.subject],
      ['comment', 'author@site.test', 'waiting', '[Octavo] Comment on “Tom & Jerry”'],
    );
    const { link } = (await site.request('editor', 'GET', `/cms/v2/comments/${comment}`)).body;
    assert.equal(mail?.text, `subscriber commented on “Tom & Jerry”:\n\nI & you\n\n${link}\n`);
  });

  it('is sent to moderators for a comment on hold, and to the author of the post if they may moderate it', async () => {
    const id = await post();
    const comment = await write('subscriber', { post: id, content: links });
    const [mail] = await mails();
    assert.deepEqual(await recipients(), [
      'comment-moderation admin',
      'comment-moderation author',
      'comment-moderation editor',
    ]);
    assert.match(mail?.subject ?? '', /^\[Octavo\] A comment on “Tom & Jerry” awaits moderation$/);
    for (const line of [`Comment ${comment} by subscriber`, 'Email: subscriber@site.test', links, 'Page: http://'])
      assert.ok(mail?.text.includes(line), line);

    // Contributors may not edit their published posts, so they cannot moderate comments on them.
    await site.database.transaction((tx) => tx.run(deleteMails, {}));
    const ofContributor = await post({ author: site.ids.contributor }, 'administrator');
    await write('subscriber', { post: ofContributor, content: links });
    assert.deepEqual(await recipients(), ['comment-moderation admin', 'comment-moderation editor']);
  });

  it('is sent once when a comment on hold is approved, except to the user who approved it', async () => {
    const approve = (caller: Caller, id: number, status = 'approved') =>
      site.request(caller, 'POST', `/cms/v2/comments/${id}`, { status });
    const id = await post();
    const [one, two, three] = [
      await write('subscriber', { post: id, content: `${links} 1` }),
      await write('subscriber', { post: id, content: `${links} 2` }),
      await write('subscriber', { post: id, content: `${links} 3` }),
    ];
    await site.database.transaction((tx) => tx.run(deleteMails, {}));
    await approve('editor', one);
    await approve('editor', one);
    assert.deepEqual(await recipients(), ['comment author']);
    await approve('author', two);
    await approve('editor', three, 'spam');
    await approve('editor', three);
    assert.deepEqual(await recipients(), ['comment author']);
  });

  it('is not sent to the author of the comment, or to the user who created it for another user', async () => {
    const id = await post();
    await write('author', { post: id });
    assert.deepEqual(await recipients(), []);
    await write('editor', { post: id, status: 'hold' });
    assert.deepEqual(await recipients(), ['comment-moderation admin', 'comment-moderation author']);
    await site.database.transaction((tx) => tx.run(deleteMails, {}));
    await write('editor', { post: id, author: site.ids.administrator, status: 'hold' });
    assert.deepEqual(await recipients(), ['comment-moderation author']);
  });

  it('is not sent for spam, trash, rejected comments, or posts without an author', async () => {
    const id = await post();
    await write('editor', { post: id, status: 'spam' });
    await write('editor', { post: id, status: 'trash' });
    const again = await site.request('subscriber', 'POST', '/cms/v2/comments', { post: id, content: '' });
    assert.equal(again.status, 400);
    const postWithoutAuthor = await post();
    await site.database.transaction((tx) =>
      tx.run(
        statement((q: Builder) => q.updateTable('entries').set({ author: 999 }).where('id', '=', postWithoutAuthor)),
        {},
      ),
    );
    await write('subscriber', { post: postWithoutAuthor });
    assert.deepEqual(await recipients(), []);
  });

  it('is sent about a note to the author of the post if they may edit the post', async () => {
    const id = await post();
    await write('editor', { post: id, type: 'note', status: 'hold' });
    await write('author', { post: id, type: 'note' });
    const ofContributor = await post({ author: site.ids.contributor }, 'administrator');
    await write('editor', { post: ofContributor, type: 'note' });
    assert.deepEqual(await recipients(), ['note author']);
    assert.match((await mails())[0]?.text ?? '', /^editor left a note on/);
  });

  it('is not sent when the site settings disable it', async () => {
    const id = await post();
    for (const name of ['comments_notify', 'moderation_notify', 'notes_notify'] as const) await set(name, false);
    await write('subscriber', { post: id });
    await write('subscriber', { post: id, content: links });
    await write('editor', { post: id, type: 'note' });
    assert.deepEqual(await recipients(), []);
    for (const name of ['comments_notify', 'moderation_notify', 'notes_notify'] as const) await set(name, true);
  });

  it('has a subject of one line, regardless of the title of the post and the name of the author', async () => {
    await set('anonymous_comments', true);
    const id = await post({ title: 'One\r\nBcc: eve@evil.example\u2028Two' });
    await write('anonymous', { post: id, author_name: 'Eve\nTo: x', author_email: 'eve@evil.example' });
    for (const { subject, text } of await mails()) {
      assert.doesNotMatch(subject, /[\r\n\u2028]/);
      assert.match(text, /Eve To: x/);
    }
    assert.ok((await mails()).length > 0);
  });

  it('takes one SQL statement for any number of moderators', async () => {
    const counted = async (json: object) => {
      const before = statements;
      await write('subscriber', json);
      return statements - before;
    };
    const id = await post();
    await counted({ post: id });
    const [approvedCost, heldCost] = [
      await counted({ post: id }),
      await counted({ post: id, content: `${links} one` }),
    ];
    await set('comments_notify', false);
    await set('moderation_notify', false);
    await counted({ post: id });
    const [approvedCostWithoutMail, heldCostWithoutMail] = [
      await counted({ post: id }),
      await counted({ post: id, content: `${links} two` }),
    ];
    assert.deepEqual([approvedCost - approvedCostWithoutMail, heldCost - heldCostWithoutMail], [1, 1]);
  });
});
