// Tests that scheduled entries are published in time and only once, by any running process (posts-and-pages.md §5).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertConsistent, openPostgres, openSqlite, type Query } from './consistency.ts';
import { createTestDatabase, testServerUrl } from './postgres-server.ts';
import { newFolder, newSite, type Service, type ServiceOptions, startService, waitUntil } from './service-process.ts';

const count = 500;
/** Maximum time from the date of an entry, or from the start of the service, until it is published, in milliseconds. */
const maxDelayMs = 2000;
/** Time after which entries are not published at all, in milliseconds. */
const waitMs = 60_000;

/** A function that executes SQL on a separate connection. */
type Run = (sql: string) => Promise<unknown>;

const gmt = (timestamp: number) => new Date(timestamp).toISOString().slice(0, 19);

async function schedule(service: Service): Promise<void> {
  const make = async (n: number) => {
    const post = { title: `Due ${n}`, content: 'x', status: 'publish', date_gmt: '2099-01-01T00:00:00' };
    const { status, body } = await service.request('POST', '/cms/v2/posts', post);
    assert.deepEqual([status, body.status], [201, 'future'], JSON.stringify(body));
  };
  for (let n = 0; n < count; n += 20) await Promise.all(Array.from({ length: 20 }, (_, at) => make(n + at)));
}

/** Returns the number of public posts. */
async function countPublicPosts(service: Service): Promise<number> {
  const { headers } = await service.read('/cms/v2/posts?per_page=1&search=Due');
  return Number(headers['x-cms-total']);
}

/** Returns the longest delay of a publication, in milliseconds. */
async function testPublishing(options: ServiceOptions, query: Query, run: Run, engine: 'sqlite' | 'postgres') {
  const [one, two] = [await startService(options), await startService(options)];
  await schedule(one);
  const due = (Math.floor(Date.now() / 1000) + 3) * 1000;
  const dueAt = (timestamp: number) =>
    run(`update entries set date = '${gmt(timestamp)}', date_gmt = '${gmt(timestamp)}' where status = 'future'`);
  await dueAt(due);
  const assertNotPublished = async () => {
    const published = await countPublicPosts(two);
    if (Date.now() < due) assert.equal(published, 0, 'no entry is published before its date');
  };
  await assertNotPublished();
  await pause(due - Date.now() - 200);
  await assertNotPublished();
  // One of the two processes is killed while it publishes.
  await waitUntil(
    async () => (await query("select 1 from entries where status = 'publish' and title like 'Due %'")).length > 0,
    waitMs,
    'the first entry is published',
  );
  one.child.kill('SIGKILL');
  await waitUntil(async () => (await countPublicPosts(two)) === count, waitMs, 'all are published');
  const delayMs = Date.now() - due;
  await assertConsistent(query, engine);
  assert.deepEqual(await query('select * from revisions'), [], 'only the status has changed');

  await run("update entries set status = 'future', rights_status = 'future' where title like 'Due %'");
  await run(
    "update entry_counts set n = n + (case status when 'publish' then -500 when 'future' then 500 else 0 end) where type = 'post'",
  );
  await run(
    `update terms set count = count - ${count}  where id in (select term_id from entry_terms where entry_id in (select id from entries where title like 'Due %'))`,
  );
  await run(
    "update entry_terms set status = 'future' where entry_id in (select id from entries where title like 'Due %')",
  );
  assert.equal((await two.end('SIGKILL')).exit, 'SIGKILL');
  await dueAt(Date.now() - 60_000);
  const three = await startService(options);
  const delayAfterStartMs = await waitUntil(
    async () => (await countPublicPosts(three)) === count,
    waitMs,
    'entries that became due while no service ran',
  );
  await assertConsistent(query, engine);
  assert.equal((await three.end('SIGTERM')).exit, 0);
  return Math.max(delayMs, delayAfterStartMs);
}

/** Asserts that the delay is short in one of three attempts, because a busy machine may pause a process for some seconds. */
async function assertInTime(testOnce: () => ReturnType<typeof testPublishing>): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const delayMs = await testOnce();
    if (delayMs < maxDelayMs) return;
    assert.ok(attempts < 3, `the last entry was published ${Math.round(delayMs)} ms late`);
  }
}

describe('500 entries that are due in the same second, with two processes, one of which is killed', () => {
  it('are published once each and in time, on SQLite', { timeout: 300_000 }, async () => {
    await assertInTime(async () => {
      const data = await newSite();
      const { driver, query, close } = openSqlite(data);
      const delays = await testPublishing({ data }, query, async (sql) => driver.prepare(sql).run(), 'sqlite');
      close();
      return delays;
    });
  });

  describe('on PostgreSQL', { skip: testServerUrl ? false : 'OCTAVO_TEST_POSTGRES is not set' }, () => {
    it('are published once each and in time', { timeout: 300_000 }, async () => {
      await assertInTime(async () => {
        const database = await createTestDatabase();
        const { query, close } = await openPostgres(database.url);
        const options = { data: await newFolder(), database: database.url };
        const delays = await testPublishing(options, query, query, 'postgres');
        await close();
        await database.drop();
        return delays;
      });
    });
  });
});
