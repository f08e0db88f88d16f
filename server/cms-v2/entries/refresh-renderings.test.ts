import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';
import type { Database } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { TextProcessor } from '../../rendering/work/text-processor.ts';
import { refreshRenderings } from './refresh-renderings.ts';
import { findStaleEntries, writeRefreshed } from './refresh-store.ts';

const markOutdated = statement((q, p: Slots<{ old: number }>) =>
  q
    .updateTable('entries')
    .set({ renderer: p.old, content_rendered: 'old', title_rendered: 'old', excerpt_rendered: 'old' })
    .where('type', '<>', 'cms_global_styles'),
);

const all = statement((q) =>
  q.selectFrom('entries').selectAll().where('type', '<>', 'cms_global_styles').orderBy('id'),
);
const revisions = statement((q) => q.selectFrom('revisions').select('id'));

const makeOutdated = (database: Database) =>
  database.transaction((tx) => tx.run(markOutdated, { old: RENDERER_VERSION - 1 }));
const texts = new TextProcessor();
const failing = (error: unknown) => assert.fail(String(error));

describeEachEngine('refreshing outdated renderings', (engine) => {
  let database: Database;
  let site: TestSite;
  before(async () => {
    database = await engine.open();
    site = await openTestSite({ database });
    for (let n = 0; n < 60; n += 1) {
      await site.create('/cms/v2/posts', {
        title: `"Post" ${n}`,
        content: `A "text" ${n}`,
        status: n % 2 ? 'draft' : 'publish',
      });
    }
  });
  after(() => assert.deepEqual(site.errors, []));

  it('restores all renderings, and changes nothing else', async () => {
    const entriesBefore = await database.read.all(all, {});
    const revisionsBefore = await database.read.all(revisions, {});
    await makeOutdated(database);
    assert.equal(await refreshRenderings(database, texts, failing, 0).done, entriesBefore.length);
    assert.deepEqual(await database.read.all(all, {}), entriesBefore);
    assert.deepEqual(await database.read.all(revisions, {}), revisionsBefore);
    assert.equal(await refreshRenderings(database, texts, failing, 0).done, 0, 'a second run has nothing to do');
  });

  it('is divided among processes that start at the same time', async () => {
    await makeOutdated(database);
    const made = await Promise.all([1, 2, 3].map(() => refreshRenderings(database, texts, failing, 1).done));
    const entries = await database.read.all(all, {});
    assert.equal(
      made.reduce((sum, each) => sum + each, 0),
      entries.length,
      'each entry is written once',
    );
    assert.ok(entries.every((entry) => entry.renderer === RENDERER_VERSION && entry.content_rendered !== 'old'));
  });

  it('skips entries that have changed since they were read', async () => {
    await makeOutdated(database);
    const [first] = await findStaleEntries(database.read, RENDERER_VERSION, { renderer: -1, id: 0 }, 1);
    assert.ok(first);
    await site.request('administrator', 'PUT', `/cms/v2/posts/${first.id}`, { content: 'Changed' });
    const texts = { title_rendered: 'x', content_rendered: 'x', excerpt_rendered: 'x' };
    const write = () =>
      database.transaction((tx) => writeRefreshed(tx, { ...first, ...texts, current: RENDERER_VERSION }));
    assert.equal((await write()).changes, 0);
    // An older process that is still running has changed the text; the version of the renderer is the same, but the text is not.
    await makeOutdated(database);
    assert.equal((await write()).changes, 0);
    const response = await site.request('anonymous', 'GET', `/cms/v2/posts/${first.id}`);
    assert.equal(response.body.content.rendered, '<p>Changed</p>\n');
  });

  it('renders outdated entries with the current renderer when they are read', async () => {
    await makeOutdated(database);
    const response = await site.request('anonymous', 'GET', '/cms/v2/posts?per_page=3');
    for (const { title, content } of response.body) {
      assert.match(title.rendered, /^&#8220;Post&#8221;/);
      assert.match(content.rendered, /^<p>A &#8220;text&#8221;/);
    }
  });

  it('lets other writers in between, and stops on request', async () => {
    await makeOutdated(database);
    const refreshing = refreshRenderings(database, texts, failing, 60_000);
    const made = await site.create('/cms/v2/posts', { title: 'Between', content: 'x', status: 'publish' });
    assert.ok(made.id);
    await refreshing.stop();
    assert.ok((await refreshing.done) <= 25, 'no more than one transaction');
    const stale = await findStaleEntries(database.read, RENDERER_VERSION, { renderer: -1, id: 0 }, 100);
    assert.ok(stale.length > 20);
  });

  it('reports the error that stopped it', async () => {
    const errors: unknown[] = [];
    const broken = { ...database, read: { ...database.read, all: () => Promise.reject(new Error('away')) } };
    assert.equal(await refreshRenderings(broken as never, texts, (error) => errors.push(error), 0).done, 0);
    assert.equal(errors.length, 1);
  });
});
