// Tests that entries can be written concurrently: slugs stay distinct, counters stay exact, and no request fails.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { publishEntries } from '../server/cms-v2/entries/due-store.ts';
import { publishDue } from '../server/cms-v2/entries/publish-due.ts';
import { statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';
import { openTransaction, untilWaiting } from './waiting-transactions.ts';

const recounted = statement((q) =>
  q
    .selectFrom('entries')
    .select((eb) => ['type', 'status', 'author', eb.fn.countAll<number>().as('n')])
    .groupBy(['type', 'status', 'author']),
);
const counters = statement((q) =>
  q.selectFrom('entry_counts').select(['type', 'status', 'author', 'n']).where('n', '<>', 0),
);
const wrongTermCounts = statement((q) =>
  q
    .selectFrom('terms')
    .select(['id', 'count'])
    .where(
      sql<boolean>`count <> (select count(*) from ${sql.table('entry_terms')} as link where link.term_id = terms.id and link.status = 'publish')`,
    ),
);

/** Asserts that all counters equal the numbers of rows that they count. */
async function assertExactCounters({ database: { read } }: TestSite): Promise<void> {
  const key = ({ type, status, author }: { type: string; status: string; author: number }) =>
    [type, status, author].join(' ');
  const expected = new Map<string, number>();
  for (const row of await read.all(recounted, {})) {
    for (const counted of [row, { ...row, author: -1 }])
      expected.set(key(counted), (expected.get(key(counted)) ?? 0) + Number(row.n));
  }
  const actual = new Map((await read.all(counters, {})).map((row) => [key(row), Number(row.n)]));
  assert.deepEqual(new Map([...actual].sort()), new Map([...expected].sort()));
  assert.deepEqual(await read.all(wrongTermCounts, {}), []);
}

/** Runs `work` for the numbers below `count`, up to 16 at the same time. */
async function inParallel<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const run = async () => {
    for (let n = next++; n < count; n = next++) results.push(await work(n));
  };
  await Promise.all(Array.from({ length: 16 }, run));
  return results;
}

describeEachEngine('concurrent writes', (engine) => {
  it('give entries with equal titles the slugs with the suffixes from 1 to their number', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const title = 'Equal title';
    for (const type of ['posts', 'pages']) {
      const created = await inParallel(40, () => site.create(`/cms/v2/${type}`, { title, status: 'publish' }));
      const slugs = created.map(({ slug }) => slug).sort();
      const expected = Array.from({ length: 40 }, (_, n) => (n === 0 ? 'equal-title' : `equal-title-${n + 1}`));
      assert.equal(new Set(slugs).size, 40, type);
      // From the seventeenth entry on, the suffix need not be the first free one.
      for (const slug of expected.slice(0, 16)) assert.ok(slugs.includes(slug), slug);
    }
    assert.deepEqual(site.errors, []);
  });

  it('give entries distinct slugs if one title is the slug of another', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const titles = ['Step', 'Step 2', 'Step 2 2', 'Step 3'];
    const created = await inParallel(32, (n) =>
      site.create('/cms/v2/posts', { title: titles[n % titles.length], status: 'publish' }),
    );
    assert.equal(new Set(created.map(({ slug }) => slug)).size, 32);
    assert.deepEqual(site.errors, []);
  });

  it('keep the counters of entries and terms exact, and fail no request', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const tags: number[] = [];
    for (let n = 0; n < 4; n += 1) tags.push((await site.create('/cms/v2/tags', { name: `Tag ${n}` })).id);
    const statuses = ['publish', 'draft', 'pending', 'private'];
    await inParallel(80, async (n) => {
      const someTags = tags
        .slice(n % 4)
        .concat(tags.slice(0, n % 3))
        .reverse();
      const body = { title: `Title ${n}`, status: statuses[n % 4], tags: [...new Set(someTags)] };
      const { id } = await site.create('/cms/v2/posts', body, n % 2 === 0 ? 'editor' : 'administrator');
      const update = { status: statuses[(n + 1) % 4], tags: [tags[n % 4], tags[(n + 2) % 4]] };
      const updated = await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, update);
      assert.equal(updated.status, 200, JSON.stringify(updated.body));
      if (n % 2 === 1) return;
      const force = n % 4 === 0 ? '?force=true' : '';
      const removed = await site.request('administrator', 'DELETE', `/cms/v2/posts/${id}${force}`);
      assert.equal(removed.status, 200, JSON.stringify(removed.body));
    });
    await assertExactCounters(site);
    assert.deepEqual(site.errors, []);
  });
  it('publish no scheduled entry that the deletion of its author moves to the trash', async () => {
    let time = Date.parse('2026-03-01T12:00:00Z');
    const site = await openTestSite({ database: await engine.open(), clock: () => time });
    const { database, ids } = site;
    const scheduled = { title: 'Scheduled', status: 'publish', date: '2026-03-02T12:00:00' };
    const { id } = await site.create('/cms/v2/posts', scheduled, 'other');
    time = Date.parse('2026-03-02T12:00:00Z');
    // The deletion waits for this lock after it has moved the entries to the trash.
    const signIn = await openTransaction(database, (tx) => tx.lock(`sign-ins ${ids.other}`));
    const deletion = site.request('administrator', 'DELETE', `/cms/v2/users/${ids.other}?force=true&reassign=false`);
    await untilWaiting(database, 1);
    const publication = publishDue(site.service.entries);
    await untilWaiting(database, 2);
    await signIn.commit();
    assert.equal((await deletion).status, 200);
    await publication;
    assert.equal((await site.request('administrator', 'GET', `/cms/v2/posts/${id}`)).body.status, 'trash');
    await assertExactCounters(site);
    assert.deepEqual(site.errors, []);
  });

  it('publish only those of the due entries that are still scheduled', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const scheduled = { title: 'Scheduled', status: 'publish', date: '2999-01-01T12:00:00' };
    const created: number[] = [];
    for (let n = 0; n < 3; n += 1) created.push((await site.create('/cms/v2/posts', scheduled)).id);
    const [first = 0, trashed = 0, last = 0] = created;
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${trashed}`);
    const published = await site.database.transaction((tx) => publishEntries(tx, [last, trashed, first]));
    assert.deepEqual(
      published.map(({ id }) => id),
      [last, first],
    );
    const statusOf = async (id: number) =>
      (await site.request('administrator', 'GET', `/cms/v2/posts/${id}`)).body.status;
    assert.deepEqual(await Promise.all(created.map(statusOf)), ['publish', 'trash', 'publish']);
  });
});
