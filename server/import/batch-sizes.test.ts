// Tests that the result of an import does not depend on which items share a transaction.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachEngine, type TestEngine } from '../../test/engines.ts';
import { dumpSite, withoutIds } from '../../test/import/dump-site.ts';
import { authorOf, categoryOf, exportOf, inTerm, itemOf, metaOf } from '../../test/import/records.ts';
import { openTestSite, streamOf } from '../../test/import/site.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import { type Builder, statement } from '../database/statement.ts';
import { ImportStopped, importSite } from './import-site.ts';
import { presentReport } from './summary.ts';

const commentOf = (id: number, parent = 0, author = 'Reader') =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${author}</wp:comment_author><wp:comment_date_gmt>2021-02-03 04:05:${String(id % 60).padStart(2, '0')}</wp:comment_date_gmt><wp:comment_content>Comment ${id}</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent><wp:comment_user_id>${id % 3}</wp:comment_user_id></wp:comment>`;

const picture = { post_type: 'attachment', status: 'inherit', attachment_url: 'https://old.example/files/about.jpg' };
const untitled = { title: 'Same title', post_name: 'same', guid: 'urn:another' };

/** Items that need each other's slugs, terms, authors, parents and IDs. */
const items = [
  itemOf(1, { title: 'Same title', post_name: 'same', creator: 'ida' }, inTerm('category', 'news', 'News')),
  itemOf(2, { title: 'Same title', post_name: 'same', creator: 'ida' }, inTerm('post_tag', 'new-tag', 'New tag')),
  itemOf(3, { title: 'Same title', creator: 'undeclared' }, inTerm('post_tag', 'new-tag', 'New tag')),
  itemOf(4, { title: 'Same', post_name: 'same', status: 'draft' }, commentOf(1) + commentOf(2, 1) + commentOf(3, 9)),
  itemOf(5, { title: 'Feed', post_name: 'feed' }, commentOf(4, 5) + commentOf(5) + commentOf(6, 0, 'x'.repeat(300))),
  itemOf(6, { post_type: 'page', title: 'Below', post_name: 'about', post_parent: 8 }),
  itemOf(7, { ...picture, title: 'About', post_name: 'about' }),
  itemOf(8, { post_type: 'page', title: 'About', post_name: 'about' }),
  itemOf(9, { post_type: 'page', title: 'About', post_name: 'about', post_parent: 8 }),
  itemOf(10, { ...picture, title: 'About', post_name: 'about', post_parent: 8 }),
  itemOf(10, { title: 'The ID of another item', post_name: 'again', guid: 'urn:10-again' }, commentOf(9)),
  itemOf(1, { ...untitled }, commentOf(10)),
  itemOf(2, { title: 'Same title', post_name: 'same', creator: 'ida' }, commentOf(11) + commentOf(11)),
  itemOf(11, { title: 'Bin', post_name: 'same__trashed', status: 'trash' }, metaOf('_wp_desired_post_slug', 'same')),
  itemOf(12, { title: 'Skipped', status: 'auto-draft' }, commentOf(12)),
  itemOf(13, { title: 'Revision', post_type: 'revision', status: 'inherit', post_parent: 1 }),
  itemOf(14, { title: '', post_name: '', content: 'neither slug nor title' }, metaOf('_wp_old_slug', 'former')),
  itemOf(15, { title: 'Picture', content: '<!-- wp:image {"id":7} --><img class="wp-image-7"/><!-- /wp:image -->' }),
  itemOf(16, { title: 'Featured' }, metaOf('_thumbnail_id', '10')),
];
const file = exportOf(authorOf('ida', 'ida@old.example', 'Ida'), categoryOf('news', 'News'), ...items);

const eventsStatement = statement((q: Builder) =>
  q.selectFrom('events').select(['kind', 'type', 'status_before', 'status']).orderBy('id'),
);

/** Imports the file twice, and returns the content, the events and the reports. */
async function importTwice(engine: TestEngine, records: number) {
  const site = await openTestSite(await engine.open());
  const batch = { records, characters: 1_000_000 };
  const reports = [];
  for (let run = 0; run < 2; run += 1)
    reports.push(presentReport(await importSite({ ...site, batch }, streamOf(file))));
  const { imported, existing, skipped } = reports[1] ?? {};
  return {
    dump: withoutIds(await dumpSite(site.database.read)),
    events: await site.database.read.all(eventsStatement, {}),
    first: reports[0] && { ...reports[0], authors: undefined, notes: Object.keys(reports[0].notes).length },
    second: { imported, existing, skipped },
  };
}

/** Returns a database whose transactions fail when they insert a row with this title. */
function failingAt(title: string, database: Database): Database {
  const failing = (tx: WriteHandle): WriteHandle =>
    new Proxy(tx, {
      get(target, name) {
        if (name === 'insert')
          return async (insert: never, row: { title?: string; status?: string }) => {
            if (row.title === title && row.status !== undefined) throw new Error('the entry cannot be stored');
            return target.insert(insert, row);
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction')
        return (work: (tx: WriteHandle) => Promise<unknown>) => target.transaction((tx) => work(failing(tx)));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describeEachEngine('the batches of an import', (engine) => {
  test('have the same result whatever their size', async () => {
    const single = await importTwice(engine, 1);
    assert.deepEqual(single.second.imported, {}, 'the second run finds everything');
    for (const records of [2, 5, 100])
      assert.deepEqual(await importTwice(engine, records), single, `${records} records`);
  });

  test('are stored completely or not at all, and another run resumes with the one that failed', async () => {
    const posts = Array.from({ length: 9 }, (_, n) =>
      itemOf(
        n + 1,
        { title: `Post ${n + 1}`, post_name: 'post', guid: `urn:${n}` },
        inTerm('post_tag', `tag-${n}`, `Tag ${n}`) + commentOf(n + 1),
      ),
    );
    const batch = { records: 4, characters: 1_000_000 };
    const whole = await openTestSite(await engine.open());
    await importSite({ ...whole, batch }, streamOf(exportOf(...posts)));
    const site = await openTestSite(await engine.open());
    const database = failingAt('Post 6', site.database);
    await assert.rejects(importSite({ ...site, database, batch }, streamOf(exportOf(...posts))), (error) => {
      assert.ok(error instanceof ImportStopped);
      // The first batch contains the record of the site.
      assert.deepEqual(presentReport(error.report).imported, { posts: 3, tags: 3, comments: 3 });
      return true;
    });
    const { entries, comments, comment_text, old_paths } = await dumpSite(site.database.read);
    const ofPosts = entries.filter(({ title }) => String(title).startsWith('Post '));
    assert.deepEqual(ofPosts.map(({ title }) => title).sort(), ['Post 1', 'Post 2', 'Post 3']);
    assert.deepEqual([comments.length, comment_text.length, old_paths.length], [3, 3, 0]);
    const report = await importSite({ ...site, batch }, streamOf(exportOf(...posts)));
    assert.deepEqual(presentReport(report).existing, { posts: 3, comments: 3 });
    assert.deepEqual(withoutIds(await dumpSite(site.database.read)), withoutIds(await dumpSite(whole.database.read)));
  });
});
