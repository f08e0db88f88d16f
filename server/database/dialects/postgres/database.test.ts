import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeEachEngine } from '../../../../test/engines.ts';
import { WorkScope } from '../../../workers/work-scope.ts';
import {
  DatabaseBusy,
  DatabaseMisuse,
  DatabaseOverloaded,
  DatabaseUnavailable,
  DatabaseUnusable,
} from '../../errors.ts';
import type { Database } from '../../handle.ts';
import { createPostgresChangeLog } from '../../migrations/0024-change-log.ts';
import { addGeneration } from '../../migrations/0035-rolling-upgrades.ts';
import { openDatabase } from '../../open.ts';
import { type Builder, type Slots, statement } from '../../statement.ts';

type Q = Builder<{ t: { n: number } }>;
type None = Slots<Record<never, never>>;

const addOne = statement((q: Q, p: Slots<{ n: number }>) => q.insertInto('t').values({ n: p.n }));
const takeNumber = statement((_: Q, __: None) => sql`select nextval('ticket')`);
const sleep = statement((_: Q, __: None) => sql`select pg_sleep(5)`);
const nap = statement((_: Q, __: None) => sql`select pg_sleep(1)`);
const lockRow = statement((q: Q, p: Slots<{ n: number }>) =>
  q.selectFrom('t').selectAll().where('n', '=', p.n).forUpdate(),
);
const endOthers = statement(
  (_: Q, __: None) =>
    sql`select pg_terminate_backend(pid) from ${sql.table('pg_stat_activity')} where datname = current_database() and pid <> pg_backend_pid()`,
);
const values = statement(
  (_: Q, p: Slots<{ text: string }>) => sql<Record<string, unknown>>`
    select 9007199254740991::bigint as big, 1.5::numeric as exact, true as yes, now()::timestamptz as time,
      '{"a":1}'::jsonb as json, ${p.text}::text as text, null::int as nothing`,
);
const quotient = statement(
  (_: Q, p: Slots<{ n: number }>) =>
    sql<{ n: number; pid: number }>`select 12 / ${p.n}::int as n, pg_backend_pid() as pid`,
);

const commitSetting = statement(
  (_: Q, __: None) => sql<{ setting: string }>`select current_setting('synchronous_commit') as setting`,
);
const readSettings = statement(
  (_: Q, __: None) => sql<Record<string, string>>`
    select current_setting('work_mem') as memory, current_setting('search_path') as schema,
      current_setting('lock_timeout') as lock_timeout, current_setting('synchronous_commit') as commit,
      current_setting('default_transaction_read_only') as read_only`,
);
const findLogEnd = statement(
  (_: Q, __: None) => sql<{ location: string }>`select pg_current_wal_insert_lsn()::text as location`,
);
const endChangeLogs = statement(
  (_: Q, __: None) =>
    sql`
      select pg_terminate_backend(pid) from ${sql.table('pg_stat_activity')}
      where datname = current_database() and application_name = 'octavo changes'`,
);
const isFlushed = statement(
  (_: Q, p: Slots<{ end: string }>) =>
    sql<{ yes: number }>`select pg_current_wal_flush_lsn() >= ${p.end}::pg_lsn as yes`,
);

describe('openDatabase for PostgreSQL', () => {
  test('throws DatabaseUnavailable when the server is unreachable', async () => {
    await assert.rejects(openDatabase({ kind: 'postgres', url: 'postgres://127.0.0.1:1/x' }), DatabaseUnavailable);
    await assert.rejects(openDatabase({ kind: 'postgres', url: 'postgres://no.invalid/x' }), DatabaseUnavailable);
  });
});

describeEachEngine('PostgreSQL', (engine) => {
  if (engine.name !== 'postgres') return;
  let database: Database;
  let url: string;
  before(async () => {
    const location = await engine.location();
    assert.ok(location.kind === 'postgres');
    url = location.url;
    database = await openDatabase(location, { busyTimeoutMs: 50 });
    await database.schemaChange((tx) => tx.execute('create table t (n bigint primary key); create sequence ticket'));
    await database.transaction((tx) => tx.run(addOne, { n: 1 }));
  });

  test('rejects writes through a read handle on the server', async () => {
    await assert.rejects(database.read.first(takeNumber, {}), DatabaseMisuse);
    await assert.rejects(database.read.first(lockRow, { n: 1 }), DatabaseMisuse);
  });

  test('returns only numbers and strings', async () => {
    const row = await database.read.first(values, { text: 'x' });
    assert.deepEqual(
      { ...row, time: typeof row?.time },
      { big: 9007199254740991, exact: 1.5, yes: 1, time: 'string', json: '{"a": 1}', text: 'x', nothing: null },
    );
  });

  test('limits the wait for a lock', async () => {
    const other = await openDatabase({ kind: 'postgres', url }, { busyTimeoutMs: 50 });
    await database.transaction(async (tx) => {
      await tx.first(lockRow, { n: 1 });
      await assert.rejects(
        other.transaction((second) => second.first(lockRow, { n: 1 })),
        DatabaseBusy,
      );
    });
    await other.close();
  });

  test('limits the wait for a connection', async () => {
    const busy = await openDatabase({ kind: 'postgres', url, poolSize: 2 });
    let isFree = false;
    const long = busy.read.first(sleep, {}).finally(() => {
      isFree = true;
    });
    // Some of them wait in the batch of the long one, and others for a connection.
    const waiting = Array.from({ length: 20 }, () => busy.read.first(values, { text: 'x' }));
    for (const outcome of await Promise.allSettled(waiting))
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseOverloaded);
    assert.equal(isFree, false, 'rejected before a connection was free');
    // Scans and transactions use separate connections.
    const scope = new WorkScope({ client: 'a' });
    assert.equal((await busy.scanning(scope, 'search').first(values, { text: 'y' }))?.text, 'y');
    assert.equal((await busy.transaction((tx) => tx.first(values, { text: 'z' })))?.text, 'z');
    await long;
    assert.equal((await busy.read.first(values, { text: 'x' }))?.text, 'x');
    const running = busy.read.first(nap, {});
    await pause(100);
    const late = Promise.allSettled([busy.read.first(values, { text: 'late' })]);
    await busy.close();
    assert.equal((await late)[0]?.status, 'rejected', 'a read that waits when the database is closed fails');
    await running;
  });

  test('sends reads together that begin together, and lets each fail alone', async () => {
    const divide = (divisors: number[]) =>
      Promise.allSettled(divisors.map((n) => database.read.first(quotient, { n }))).then((outcomes) =>
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined)),
      );
    const connectionsOf = (rows: Awaited<ReturnType<typeof divide>>) => new Set(rows.flatMap((row) => row?.pid ?? []));
    const rows = await divide([1, 2, 0, 3, 4, 6, 0, 12]);
    assert.deepEqual(
      rows.map((row) => row?.n),
      [12, 6, undefined, 4, 3, 2, undefined, 1],
    );
    assert.equal(connectionsOf(rows).size, 1);
    const more = await divide(Array.from({ length: 100 }, (_, n) => 1 + (n % 12)));
    assert.deepEqual(
      more.map((row) => row?.n),
      Array.from({ length: 100 }, (_, n) => Math.floor(12 / (1 + (n % 12)))),
    );
    assert.ok(connectionsOf(more).size > 1, 'many reads use several connections');
    const [pid] = connectionsOf(rows);
    assert.ok(pid && connectionsOf(more).has(pid), 'a failed read does not close the connection');
  });

  test('fails running statements when connections break, and runs later ones', async () => {
    const working = database.transaction((tx) => tx.first(sleep, {}));
    const reading = database.read.first(sleep, {});
    const outcomes = Promise.allSettled([working, reading]);
    const killer = await openDatabase({ kind: 'postgres', url });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await killer.transaction((tx) => tx.all(endOthers, {}));
    for (const outcome of await outcomes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable, String(outcome));
    }
    assert.equal(database.lastWriteFailed, true);
    await database.transaction((tx) => tx.run(addOne, { n: 2 }));
    assert.equal(database.lastWriteFailed, false);
    await killer.close();
  });

  test('lets transactions of a scope share the flush at its end', async () => {
    const flushed = await openDatabase(await engine.location());
    await flushed.schemaChange((tx) =>
      tx.execute(`create table t (n bigint primary key); ${createPostgresChangeLog}; ${addGeneration}`),
    );
    const readSetting = async () => (await flushed.transaction((tx) => tx.first(commitSetting, {})))?.setting;
    // Before the log is found, each transaction waits for its own flush.
    while ((await flushed.flushTogether(readSetting)) !== 'off') await pause(10);
    let end = '';
    await flushed.flushTogether(async () => {
      await flushed.transaction((tx) => tx.run(addOne, { n: 3 }));
      end = (await flushed.read.first(findLogEnd, {}))?.location ?? '';
    });
    assert.equal((await flushed.read.first(isFlushed, { end }))?.yes, 1);
    assert.equal(await readSetting(), 'on');
    await assert.rejects(
      flushed.flushTogether(async () => {
        await flushed.transaction((tx) => tx.run(addOne, { n: 4 }));
        await flushed.schemaChange((tx) => tx.execute('drop table change_log'));
      }),
      'a scope without a flush fails',
    );
    await flushed.close();
  });

  test('fails a scope during which the server may have crashed', async () => {
    const flushed = await openDatabase(await engine.location());
    await flushed.schemaChange((tx) =>
      tx.execute(`create table t (n bigint primary key); ${createPostgresChangeLog}; ${addGeneration}`),
    );
    const readSetting = async () => (await flushed.transaction((tx) => tx.first(commitSetting, {})))?.setting;
    const waitForLog = async () => {
      while ((await flushed.flushTogether(readSetting)) !== 'off') await pause(1);
    };
    await waitForLog();
    const crash = async () => {
      // A crash ends all connections, including the one of the log.
      await flushed.transaction((tx) => tx.all(endChangeLogs, {}));
      while (flushed.changes.knownUntil !== Number.NEGATIVE_INFINITY) await pause(1);
    };
    const work = async () => {
      await flushed.transaction((tx) => tx.run(addOne, { n: 5 }));
      await crash();
      assert.equal(await readSetting(), 'on', 'without the connection, each transaction waits for its own flush');
    };
    await assert.rejects(flushed.flushTogether(work), DatabaseUnavailable);
    assert.equal(flushed.lastWriteFailed, true);
    await waitForLog();
    const workUntilReconnected = async () => {
      await flushed.transaction((tx) => tx.run(addOne, { n: 6 }));
      await crash();
      await waitForLog();
      await flushed.transaction((tx) => tx.run(addOne, { n: 7 }));
    };
    await assert.rejects(flushed.flushTogether(workUntilReconnected), DatabaseUnavailable);
    await flushed.flushTogether(() => flushed.transaction((tx) => tx.run(addOne, { n: 8 })));
    assert.equal(flushed.lastWriteFailed, false);
    await flushed.close();
  });

  /** Tests that options of the operator and of the service are in force on all connections to a database with a schema `own`. */
  async function assertOptionsCombined(url: string): Promise<void> {
    const configured = await openDatabase({ kind: 'postgres', url }, { busyTimeoutMs: 50 });
    const given = { memory: '5MB', schema: 'own' };
    const writing = await configured.transaction((tx) => tx.first(readSettings, {}));
    assert.deepEqual({ ...writing }, { ...given, lock_timeout: '50ms', commit: 'on', read_only: 'off' });
    const { read_only: isReadOnly, ...reading } = { ...(await configured.read.first(readSettings, {})) };
    assert.deepEqual([isReadOnly, reading.memory, reading.schema], ['on', '5MB', 'own']);
    const scan = await configured.scanning(new WorkScope({ client: 'a' }), 'search').first(readSettings, {});
    assert.deepEqual([scan?.read_only, scan?.memory], ['on', '5MB']);
    const snapshot = await configured.snapshot((handle) => handle.first(readSettings, {}));
    assert.equal(snapshot?.memory, '5MB');
    // The log is found only in the given schema.
    const readCommit = () => configured.transaction((tx) => tx.first(commitSetting, {}));
    while ((await configured.flushTogether(readCommit))?.setting !== 'off') await pause(1);
    await configured.close();
  }

  test('combines the options of the URL, or else those of the environment, with its own', async (t) => {
    const location = await engine.location();
    assert.ok(location.kind === 'postgres');
    const preparing = await openDatabase(location);
    await preparing.schemaChange((tx) =>
      tx.execute(`create schema own; set local search_path = own; ${createPostgresChangeLog}; ${addGeneration}`),
    );
    await preparing.close();
    const options = '-c work_mem=5MB -c search_path=own -c lock_timeout=1 -c synchronous_commit=off';
    const configured = new URL(location.url);
    configured.searchParams.set('options', `${options} -c default_transaction_read_only=off`);
    await assertOptionsCombined(configured.href);
    const environment = process.env.PGOPTIONS;
    t.after(() => {
      delete process.env.PGOPTIONS;
      if (environment !== undefined) process.env.PGOPTIONS = environment;
    });
    process.env.PGOPTIONS = options;
    await assertOptionsCombined(location.url);
    process.env.PGOPTIONS = '-c work_mem=6MB';
    await assertOptionsCombined(configured.href);
  });

  test('throws DatabaseUnusable for an unknown database', async () => {
    const wrong = new URL(url);
    wrong.pathname = '/nowhere';
    await assert.rejects(openDatabase({ kind: 'postgres', url: wrong.href }), DatabaseUnusable);
    await database.close();
  });
});
