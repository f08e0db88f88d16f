// Tests scheduled entries with a clock that the test controls: time zones, pages in menus, and entries that must not be
// published.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { publishDue } from '../server/cms-v2/entries/publish-due.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('scheduled entries', (engine) => {
  let site: TestSite;
  let time = Date.parse('2026-03-28T12:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => time });
    await site.service.settings.set({ timezone: 'Europe/Berlin' });
  });

  const statusesOf = async (...ids: number[]) =>
    Promise.all(ids.map(async (id) => (await site.request('administrator', 'GET', `/cms/v2/posts/${id}`)).body.status));
  const createScheduled = (date: string, more: object = {}) =>
    site.create('/cms/v2/posts', { title: `At ${date}`, status: 'publish', date, ...more });

  it('are published in the order of their dates, even in the hour that daylight saving time skips', async () => {
    // On 29 March 2026 the clocks in Berlin go from 02:00 to 03:00.
    const [early, late] = [await createScheduled('2026-03-29T01:59:59'), await createScheduled('2026-03-29T03:00:00')];
    assert.equal(late.date_gmt, '2026-03-29T01:00:00');
    time = Date.parse('2026-03-29T00:59:58Z');
    assert.equal(await publishDue(site.service.entries), 0);
    assert.equal((await site.request('anonymous', 'GET', `/cms/v2/posts/${early.id}`)).status, 401);
    time += 1000;
    assert.equal(await publishDue(site.service.entries), 1);
    assert.deepEqual(await statusesOf(early.id, late.id), ['publish', 'future']);
    assert.equal((await site.request('anonymous', 'GET', `/cms/v2/posts/${early.id}`)).status, 200);
    time += 1000;
    assert.equal(await publishDue(site.service.entries), 1);
    assert.equal(await publishDue(site.service.entries), 0);
  });

  it('remain published when the clock is set back', async () => {
    const { id } = await createScheduled('2026-04-01T12:00:00');
    time = Date.parse('2026-04-01T10:00:00Z');
    assert.equal(await publishDue(site.service.entries), 1);
    time = Date.parse('2026-03-30T10:00:00Z');
    assert.equal(await publishDue(site.service.entries), 0);
    assert.deepEqual(await statusesOf(id), ['publish']);
  });

  it('keep their dates, are counted in their terms, and get no revision when they are published', async () => {
    const { id: category } = await site.create('/cms/v2/categories', { name: 'Dated' });
    const { id } = await createScheduled('2026-05-01T12:00:00', { categories: [category] });
    const { body: before } = await site.request('administrator', 'GET', `/cms/v2/posts/${id}`);
    time = Date.parse('2026-05-01T10:00:01Z');
    await publishDue(site.service.entries);
    const { body: after } = await site.request('anonymous', 'GET', `/cms/v2/posts/${id}`);
    assert.deepEqual([after.date, after.modified, after.slug], [before.date, before.modified, before.slug]);
    assert.equal(after._links['version-history'][0].count, 0);
    assert.equal((await site.request('anonymous', 'GET', `/cms/v2/categories/${category}`)).body.count, 1);
  });

  it('are published only once by concurrent processes', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => createScheduled('2026-06-01T12:00:00', { title: `Rival ${n}` })),
    );
    time = Date.parse('2026-06-01T10:00:00Z');
    const done = await Promise.all([1, 2, 3, 4].map(() => publishDue(site.service.entries)));
    assert.equal(
      done.reduce((sum, n) => sum + n),
      50,
    );
    assert.deepEqual(site.errors, []);
  });

  it('are not published from the trash, and pages are added to menus with auto_add', async () => {
    const { id: trashed } = await createScheduled('2026-07-01T12:00:00');
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${trashed}`);
    const { id: menu } = await site.create('/cms/v2/menus', { name: 'Growing', auto_add: true });
    await site.create('/cms/v2/pages', { title: 'Page', status: 'publish', date: '2026-07-01T12:00:00' });
    time = Date.parse('2026-07-01T10:00:00Z');
    assert.equal(await publishDue(site.service.entries), 1);
    assert.deepEqual(await statusesOf(trashed), ['trash']);
    assert.equal((await site.request('administrator', 'GET', `/cms/v2/menu-items?menus=${menu}`)).body.length, 1);
  });
});
