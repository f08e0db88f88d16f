// Scheduled entries are published when they are due, each once, by whichever process is there (posts-and-pages.md §5).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, type Service, type ServiceOptions, startService, until } from './service-process.ts';
import { assertSound, embedded, postgres, type Query } from './stored.ts';

const count = 500;
/** How late an entry may be, after its time or the start of a service. Milliseconds. */
const late = 2000;

/** Runs SQL beside the service, whether it gives rows or not. */
type Run = (sql: string) => Promise<unknown>;

const gmt = (moment: number) => new Date(moment).toISOString().slice(0, 19);

async function schedule(service: Service): Promise<void> {
  const make = async (n: number) => {
    const post = { title: `Due ${n}`, content: 'x', status: 'publish', date_gmt: '2099-01-01T00:00:00' };
    const { status, body } = await service.ask('POST', '/cms/v2/posts', post);
    assert.deepEqual([status, body.status], [201, 'future'], JSON.stringify(body));
  };
  for (let n = 0; n < count; n += 20) await Promise.all(Array.from({ length: 20 }, (_, at) => make(n + at)));
}

/** What the list of posts tells anybody. */
async function shown(service: Service): Promise<number> {
  const { headers } = await service.read('/cms/v2/posts?per_page=1&search=Due');
  return Number(headers['x-cms-total']);
}

async function publishing(options: ServiceOptions, query: Query, run: Run, engine: 'sqlite' | 'postgres') {
  const [one, two] = [await startService(options), await startService(options)];
  await schedule(one);
  const due = (Math.floor(Date.now() / 1000) + 3) * 1000;
  const dueAt = (moment: number) =>
    run(`update entries set date = '${gmt(moment)}', date_gmt = '${gmt(moment)}' where status = 'future'`);
  await dueAt(due);
  assert.equal(await shown(two), 0);
  await pause(due - Date.now() - 200);
  assert.equal(await shown(two), 0, 'not before its time');
  // In the middle of it one of the two is gone.
  await until(
    async () => (await query("select 1 from entries where status = 'publish' and title like 'Due %'")).length > 0,
    late + 200,
    'the first is out',
  );
  one.child.kill('SIGKILL');
  await until(async () => (await shown(two)) === count, late + 200, 'all are out');
  assert.ok(Date.now() - due < late, `the last was ${Date.now() - due} ms late`);
  await assertSound(query, engine);
  assert.deepEqual(await query('select * from revisions'), [], 'nothing was changed but the state');

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
  assert.equal((await two.end('SIGKILL')).how, 'SIGKILL');
  await dueAt(Date.now() - 60_000);
  const three = await startService(options);
  const began = Date.now();
  await until(async () => (await shown(three)) === count, late, 'what was due while nothing ran');
  assert.ok(Date.now() - began < late);
  await assertSound(query, engine);
  assert.equal((await three.end('SIGTERM')).how, 0);
}

describe('500 entries that are due in the same second, with two processes, one of which is killed', () => {
  it('are each published once, and in time, on SQLite', { timeout: 60_000 }, async () => {
    const data = await newFolder();
    await (await startService({ data })).end('SIGTERM');
    const beside = embedded(data);
    await publishing({ data }, beside.query, async (sql) => beside.driver.prepare(sql).run(), 'sqlite');
    beside.close();
  });

  describeOnPostgres((database) => {
    it('are each published once, and in time', { timeout: 60_000 }, async () => {
      const beside = await postgres(database.url);
      await publishing({ data: await newFolder(), database: database.url }, beside.query, beside.query, 'postgres');
      await beside.close();
    });
  });
});
