// Who gets a mail about a comment, and what it tells (docs/configuration.md, Comments).
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { type Builder, statement } from '../../server/database/statement.ts';
import type { SettingName, SettingValues } from '../../server/settings/declared.ts';
import { describeEachEngine } from '../engines.ts';
import { openTestSite, type Person, type TestSite } from '../site.ts';

const queued = statement((q: Builder) =>
  q.selectFrom('mails').select(['kind', 'recipient', 'subject', 'text', 'state']).orderBy('id'),
);
const forget = statement((q: Builder) => q.deleteFrom('mails'));

describeEachEngine('a mail about a comment', (engine) => {
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
  beforeEach(() => site.database.transaction((tx) => tx.run(forget, {})));

  const set = <K extends SettingName>(name: K, value: SettingValues[K]) => site.service.settings.set({ [name]: value });
  const mails = () => site.database.read.all(queued, {});
  /** Who is told of what. */
  const told = async () => (await mails()).map(({ kind, recipient }) => `${kind} ${recipient.split('@')[0]}`).sort();
  const post = async (json: object = {}, person: Person = 'author') =>
    (
      await site.make(
        '/cms/v2/posts',
        { title: 'Tom &amp; <i>Jerry</i>', content: 'x', status: 'publish', ...json },
        person,
      )
    ).id as number;
  const write = async (person: Person, json: object) => {
    count += 1;
    now += 60_000;
    const { status, body } = await site.ask(person, 'POST', '/cms/v2/comments', { content: `Said ${count}`, ...json });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id as number;
  };
  const links = 'See www.a.example and www.b.example';

  it('goes to the author of the post when it is shown, and tells nothing that readers do not see', async () => {
    const id = await post();
    const comment = await write('subscriber', { post: id, content: 'I &amp; <b>you</b>' });
    const [mail, ...others] = await mails();
    assert.equal(others.length, 0);
    assert.deepEqual(
      [mail?.kind, mail?.recipient, mail?.state, mail?.subject],
      ['comment', 'author@site.test', 'waiting', '[Octavo] Comment on “Tom & Jerry”'],
    );
    const { link } = (await site.ask('editor', 'GET', `/cms/v2/comments/${comment}`)).body;
    assert.equal(mail?.text, `subscriber has commented on “Tom & Jerry”:\n\nI & you\n\n${link}\n`);
  });

  it('goes to moderators when it waits, and to the author of the post where they may decide', async () => {
    const id = await post();
    const comment = await write('subscriber', { post: id, content: links });
    const [mail] = await mails();
    assert.deepEqual(await told(), [
      'comment-moderation admin',
      'comment-moderation author',
      'comment-moderation editor',
    ]);
    assert.match(mail?.subject ?? '', /^\[Octavo\] A comment on “Tom & Jerry” waits for approval$/);
    for (const line of [`Comment ${comment} by subscriber`, 'E-mail: subscriber@site.test', links, 'It is on: http://'])
      assert.ok(mail?.text.includes(line), line);

    // Contributors may not change what they have published, so they do not decide on comments there.
    await site.database.transaction((tx) => tx.run(forget, {}));
    const ofContributor = await post({ author: site.ids.contributor }, 'administrator');
    await write('subscriber', { post: ofContributor, content: links });
    assert.deepEqual(await told(), ['comment-moderation admin', 'comment-moderation editor']);
  });

  it('comes when a comment that waited is approved, once, and not to who has approved it', async () => {
    const approve = (person: Person, id: number, status = 'approved') =>
      site.ask(person, 'POST', `/cms/v2/comments/${id}`, { status });
    const id = await post();
    const [one, two, three] = [
      await write('subscriber', { post: id, content: `${links} 1` }),
      await write('subscriber', { post: id, content: `${links} 2` }),
      await write('subscriber', { post: id, content: `${links} 3` }),
    ];
    await site.database.transaction((tx) => tx.run(forget, {}));
    await approve('editor', one);
    await approve('editor', one);
    assert.deepEqual(await told(), ['comment author']);
    await approve('author', two);
    await approve('editor', three, 'spam');
    await approve('editor', three);
    assert.deepEqual(await told(), ['comment author']);
  });

  it('never goes to who has written the comment, or made it in the name of another', async () => {
    const id = await post();
    await write('author', { post: id });
    assert.deepEqual(await told(), []);
    await write('editor', { post: id, status: 'hold' });
    assert.deepEqual(await told(), ['comment-moderation admin', 'comment-moderation author']);
    await site.database.transaction((tx) => tx.run(forget, {}));
    await write('editor', { post: id, author: site.ids.administrator, status: 'hold' });
    assert.deepEqual(await told(), ['comment-moderation author']);
  });

  it('does not come where the comment goes to spam or trash, the post has no author, or it is refused', async () => {
    const id = await post();
    await write('editor', { post: id, status: 'spam' });
    await write('editor', { post: id, status: 'trash' });
    const again = await site.ask('subscriber', 'POST', '/cms/v2/comments', { post: id, content: '' });
    assert.equal(again.status, 400);
    const ofNobody = await post();
    await site.database.transaction((tx) =>
      tx.run(
        statement((q: Builder) => q.updateTable('entries').set({ author: 999 }).where('id', '=', ofNobody)),
        {},
      ),
    );
    await write('subscriber', { post: ofNobody });
    assert.deepEqual(await told(), []);
  });

  it('tells of a note whoever has written the post and may change it', async () => {
    const id = await post();
    await write('editor', { post: id, type: 'note', status: 'hold' });
    await write('author', { post: id, type: 'note' });
    const ofContributor = await post({ author: site.ids.contributor }, 'administrator');
    await write('editor', { post: ofContributor, type: 'note' });
    assert.deepEqual(await told(), ['note author']);
    assert.match((await mails())[0]?.text ?? '', /^editor has made a note on/);
  });

  it('does not come where the site does not want it', async () => {
    const id = await post();
    for (const name of ['comments_notify', 'moderation_notify', 'notes_notify'] as const) await set(name, false);
    await write('subscriber', { post: id });
    await write('subscriber', { post: id, content: links });
    await write('editor', { post: id, type: 'note' });
    assert.deepEqual(await told(), []);
    for (const name of ['comments_notify', 'moderation_notify', 'notes_notify'] as const) await set(name, true);
  });

  it('stays one line in its subject, whatever titles and names are made of', async () => {
    await set('anonymous_comments', true);
    const id = await post({ title: 'One\r\nBcc: eve@evil.example\u2028Two' });
    await write('anonymous', { post: id, author_name: 'Eve\nTo: x', author_email: 'eve@evil.example' });
    for (const { subject, text } of await mails()) {
      assert.doesNotMatch(subject, /[\r\n\u2028]/);
      assert.match(text, /Eve To: x/);
    }
    assert.ok((await mails()).length > 0);
  });

  it('costs one statement, however many moderators there are', async () => {
    const counted = async (json: object) => {
      const before = statements;
      await write('subscriber', json);
      return statements - before;
    };
    const id = await post();
    await counted({ post: id });
    const [shown, held] = [await counted({ post: id }), await counted({ post: id, content: `${links} one` })];
    await set('comments_notify', false);
    await set('moderation_notify', false);
    await counted({ post: id });
    const [untold, unheard] = [await counted({ post: id }), await counted({ post: id, content: `${links} two` })];
    assert.deepEqual([shown - untold, held - unheard], [1, 1]);
  });
});
