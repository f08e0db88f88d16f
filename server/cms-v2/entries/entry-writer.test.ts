// Tests the hooks that run in the transactions that write entries.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';
import { type EntryHook, EntryWriter } from './entry-writer.ts';
import type { WholeEntry } from './rows.ts';
import { findEntry } from './store.ts';

describeEachEngine('the entry writer', (engine) => {
  let site: TestSite;
  let called: string[] = [];
  let statements: string[] = [];
  before(async () => {
    site = await openTestSite({ database: await engine.open({ onStatement: (sql) => statements.push(sql) }) });
  });
  after(() => site.database.close());
  beforeEach(() => {
    called = [];
  });

  /** Returns a hook that records its calls. */
  const recording = (name: string): EntryHook => ({
    async statusChanged(_tx, { type, before: previous, status }) {
      called.push(`${name}: ${type} ${previous} → ${status}`);
    },
    async deleting(tx, { id, type }) {
      called.push(`${name}: deleting ${(await findEntry(tx, type, id))?.slug}`);
    },
  });
  const failing: EntryHook = {
    async statusChanged() {
      throw new Error('the hook failed');
    },
    async deleting() {
      throw new Error('the hook failed');
    },
  };

  const postType = () => {
    const type = site.service.contract.types.get('post');
    assert.ok(type);
    return type;
  };
  const stored = async (id: number): Promise<WholeEntry> => {
    const entry = await findEntry(site.database.read, 'post', id);
    assert.ok(entry);
    return entry;
  };
  const createPost = async () => stored((await site.create('/cms/v2/posts', { title: 'Hooked', status: 'draft' })).id);
  /** Updates the title and the status of a post. */
  const update = (
    writer: EntryWriter,
    { slug, path: _path, slug_before_trash: _trash, ...post }: WholeEntry,
    status: string,
  ) =>
    site.database.transaction(async (tx) =>
      writer.update(tx, postType(), {
        before: await stored(post.id),
        entry: { ...post, title: 'Changed', status },
        choice: { slug, mustBeFree: false, slugBeforeTrash: null },
      }),
    );

  it('runs the hooks in their order when an entry is created, its status changes, or it is deleted', async () => {
    const writer = new EntryWriter([recording('first'), {}, recording('second')]);
    const { id: _id, slug, path: _path, slug_before_trash: _trash, ...columns } = await createPost();
    const { id } = await site.database.transaction((tx) =>
      writer.create(tx, postType(), { entry: columns, choice: { slug, mustBeFree: true }, guid: String }),
    );
    await update(writer, await stored(id), 'draft');
    await update(writer, await stored(id), 'publish');
    const published = await stored(id);
    await site.database.transaction((tx) => writer.delete(tx, postType(), published));
    assert.deepEqual(called, [
      'first: post undefined → draft',
      'second: post undefined → draft',
      'first: post draft → publish',
      'second: post draft → publish',
      `first: deleting ${published.slug}`,
      `second: deleting ${published.slug}`,
    ]);
    assert.equal(await findEntry(site.database.read, 'post', id), undefined);
  });

  it('returns the rows that it has stored', async () => {
    const writer = new EntryWriter([]);
    const { id: _id, slug, path: _path, slug_before_trash: _trash, ...columns } = await createPost();
    // Neither engine stores U+0000, and lone surrogates have no UTF-8.
    const texts = { title: 'One\0 title', content: '\ud800 text', excerpt: 'é \u{1f600}', password: '\0' };
    const created = await site.database.transaction((tx) =>
      writer.create(tx, postType(), {
        entry: { ...columns, ...texts, guid: '' },
        choice: { slug, mustBeFree: true },
        guid: String,
      }),
    );
    assert.deepEqual(created, await stored(created.id));
    assert.deepEqual([created.title, created.content, created.password], ['One title', '\ufffd text', '']);
    const updated = await site.database.transaction((tx) =>
      writer.update(tx, postType(), {
        before: created,
        entry: { ...created, content: 'Another\0 \udc00', status: 'publish' },
        choice: { slug: 'returned', mustBeFree: true, slugBeforeTrash: null },
        editor: 1,
      }),
    );
    assert.deepEqual(updated, await stored(created.id));
    assert.deepEqual([updated.content, updated.slug, updated.revision_count], ['Another \ufffd', 'returned', 1]);
  });

  it('updates only the columns that have changed', async () => {
    const writer = new EntryWriter([]);
    const post = await createPost();
    statements = [];
    await update(writer, { ...post, title: 'Changed' }, 'pending');
    const updates = statements
      .filter((sql) => sql.startsWith('update "entries"'))
      .map((sql) => sql.split(' where ')[0]);
    assert.deepEqual(
      updates.map((sql) => [...(sql ?? '').matchAll(/"(\w+)" = /g)].map(([, name]) => name)),
      [['status', 'title']],
    );
    assert.equal((await stored(post.id)).status, 'pending');
  });

  it('writes nothing if a hook throws', async () => {
    const writer = new EntryWriter([failing]);
    const post = await createPost();
    const { id: _id, slug, path: _path, slug_before_trash: _trash, ...columns } = post;
    const count = async () =>
      (await site.request('administrator', 'GET', '/cms/v2/posts?status=any')).headers['X-CMS-Total'];
    const before = await count();
    const attempts = [
      site.database.transaction((tx) =>
        writer.create(tx, postType(), { entry: columns, choice: { slug, mustBeFree: true }, guid: String }),
      ),
      update(writer, post, 'publish'),
      site.database.transaction((tx) => writer.delete(tx, postType(), post)),
    ];
    for (const attempt of await Promise.allSettled(attempts))
      assert.match(String(attempt.status === 'rejected' && attempt.reason), /the hook failed/);
    assert.deepEqual(await stored(post.id), post);
    assert.equal(await count(), before);
  });
});
