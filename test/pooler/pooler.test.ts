// Tests databases behind PgBouncer in transaction mode: settings are in force in each transaction, and nothing remains on connections to the
// server, which clients share.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { DatabaseOverloaded, DatabaseUnusable, UniqueViolation } from '../../server/database/errors.ts';
import type { Database } from '../../server/database/handle.ts';
import { createPostgresChangeLog } from '../../server/database/migrations/0024-change-log.ts';
import { addGeneration } from '../../server/database/migrations/0035-rolling-upgrades.ts';
import { openDatabase } from '../../server/database/open.ts';
import { type Builder, type Slots, statement } from '../../server/database/statement.ts';
import { WorkScope } from '../../server/workers/work-scope.ts';
import { createTestDatabase } from '../faults/postgres-server.ts';
import { waitUntil } from '../faults/service-process.ts';
import { canPrepare, type PgBouncer, type PgBouncerSettings, skipReason, startPgBouncer } from './pgbouncer.ts';

type Q = Builder<{ t: { n: number } }>;
type None = Slots<Record<never, never>>;

const add = statement((q: Q, p: Slots<{ n: number }>) => q.insertInto('t').values({ n: p.n }));
const count = statement((q: Q, _: None) => q.selectFrom('t').select((eb) => eb.fn.countAll<number>().as('n')));
const list = statement((q: Q, p: Slots<{ n: number }>) => q.selectFrom('t').selectAll().where('n', '>=', p.n));
const find = statement((q: Q, p: Slots<{ n: number }>) => q.selectFrom('t').selectAll().where('n', '=', p.n));
const quotient = statement(
  (_: Q, p: Slots<{ n: number }>) =>
    sql<{ n: number; pid: number }>`select 12 / ${p.n}::int as n, pg_backend_pid() as pid`,
);
const hiddenWrite = statement((_: Q, __: None) => sql`select nextval('ticket')`);
const severalStatements = statement((_: Q, __: None) => sql`select 1; commit`);
const readSettings = statement(
  (_: Q, __: None) => sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('synchronous_commit') as commit,
      current_setting('transaction_read_only') as "readOnly", current_setting('jit') as jit`,
);
const sleep = statement((_: Q, p: Slots<{ seconds: number }>) => sql`select pg_sleep(${p.seconds})`);

/** Settings that PgBouncer itself sets for each client. */
const tracked = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
  'IntervalStyle',
];

/** Settings of a session that differ from those of a new one, and what it retains. */
const READ_STATE = `
  select (select json_agg(name || '=' || setting) from pg_settings
      where source = 'session' and name not in (${tracked.map((name) => `'${name}'`).join(', ')})) as settings,
    (select json_agg(name) from pg_prepared_statements where name not like 'PGBOUNCER%') as statements,
    (select json_agg(channel) from pg_listening_channels() as channel) as channels,
    (select json_agg(name) from pg_cursors where name <> '') as cursors,
    (select json_agg(relname::text) from pg_class where relnamespace = pg_my_temp_schema()) as tables,
    (select json_agg(objid) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`;

const nothing = { settings: null, statements: null, channels: null, cursors: null, tables: null, locks: null };

/** Whether PgBouncer supports prepared statements in a group of tests, with the settings for it. */
const modes: readonly (readonly [string, PgBouncerSettings, string | false])[] = [
  ['without prepared statements', canPrepare ? { max_prepared_statements: 0 } : {}, false],
  [
    'with prepared statements',
    { max_prepared_statements: 200 },
    !canPrepare && 'this version of pgbouncer does not support prepared statements',
  ],
];

for (const [mode, settings, isUnsupported] of modes)
  describe(`a database behind PgBouncer ${mode}`, { skip: skipReason || isUnsupported }, () => {
    let bouncer: PgBouncer;
    let test: Awaited<ReturnType<typeof createTestDatabase>>;
    let database: Database;
    const open = (busyTimeoutMs = 50) =>
      openDatabase({ kind: 'postgres', url: bouncer.urlOf(test.url), directUrl: test.url }, { busyTimeoutMs });
    const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
      const client = new pg.Client(url);
      await client.connect();
      return work(client).finally(() => client.end());
    };
    const restart = async (own: PgBouncerSettings) => {
      await bouncer.stop();
      await bouncer.start({ ...settings, ...own });
    };

    before(async () => {
      test = await createTestDatabase();
      bouncer = await startPgBouncer(test.url, settings);
    });
    beforeEach(async () => {
      await restart({ default_pool_size: 1 });
      database = await open();
      await database.schemaChange((tx) =>
        tx.execute(`drop table if exists t, change_log; drop sequence if exists ticket;
          create table t (n bigint primary key); create sequence ticket; ${createPostgresChangeLog}; ${addGeneration}`),
      );
    });
    after(async () => {
      await bouncer.remove();
      await test.drop();
    });

    it('has its settings in each transaction, and leaves none on the connection', async () => {
      await withClient(test.url, (client) =>
        client.query(`alter database "${new URL(test.url).pathname.slice(1)}" set synchronous_commit = off`),
      );
      await restart({ default_pool_size: 1 });
      const other = await open(70);
      const common = { statement: '30s', idle: '1min' };
      const writes = { ...(await other.transaction((tx) => tx.first(readSettings, {}))) };
      assert.deepEqual(writes, { ...common, lock: '70ms', commit: 'on', readOnly: 'off', jit: 'on' });
      const reads = { ...(await other.read.first(readSettings, {})) };
      assert.deepEqual(reads, { ...common, lock: '0', commit: 'off', readOnly: 'on', jit: 'on' });
      const scan = { ...(await other.scanning(new WorkScope({ client: 'a' }), 'search').first(readSettings, {})) };
      assert.deepEqual(scan, { ...common, statement: '300ms', lock: '0', commit: 'off', readOnly: 'on', jit: 'off' });
      await withClient(bouncer.urlOf(test.url), async (client) =>
        assert.deepEqual((await client.query(READ_STATE)).rows, [nothing]),
      );
      await Promise.all([other.close(), database.close()]);
      await withClient(test.url, (client) =>
        client.query(`alter database "${new URL(test.url).pathname.slice(1)}" reset synchronous_commit`),
      );
    });

    it('rejects writes of reads, and several commands in one', async () => {
      await database.transaction((tx) => tx.run(add, { n: 1 }));
      await assert.rejects(database.read.first(hiddenWrite, {}), { name: 'DatabaseMisuse' });
      await assert.rejects(database.read.all(severalStatements, {}), /multiple commands/);
      assert.equal((await database.read.first(count, {}))?.n, 1);
      await database.close();
    });

    it('leaves nothing of many concurrent transactions of several nodes on the connections', async () => {
      await restart({ default_pool_size: 2 });
      const nodes = [database, await open(), await open()];
      const work = nodes.flatMap((node, at) =>
        Array.from({ length: 60 }, async (_, n) => {
          const scope = new WorkScope({ client: `${n % 7}` });
          if (n % 4 === 0) return node.scanning(scope, 'search').first(list, { n: n + at * 1000 });
          if (n % 4 === 1) return node.read.all(list, { n });
          return node.transaction(async (tx) => {
            await tx.lock(`lock ${n % 3}`);
            tx.share('shared');
            await tx.run(add, { n: n + at * 1000 });
            // A read that uses another connection would wait for one forever.
            assert.equal((await node.read.first(find, { n: n + at * 1000 }))?.n, n + at * 1000);
          });
        }),
      );
      const outcomes = await Promise.allSettled(work);
      // On a busy machine, some of them wait for too long.
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          assert.ok(['DatabaseBusy', 'DatabaseOverloaded'].includes(outcome.reason.name), String(outcome.reason));
      const committed = outcomes.filter(({ status }, at) => status === 'fulfilled' && at % 4 > 1).length;
      assert.ok(committed > 0);
      assert.equal((await database.read.first(count, {}))?.n, committed);
      const clients = [1, 2].map(() => new pg.Client(bouncer.urlOf(test.url)));
      await Promise.all(clients.map((client) => client.connect()));
      // Both connections to the server are in use at the same time.
      for (const client of clients) await client.query('begin');
      for (const client of clients) assert.deepEqual((await client.query(READ_STATE)).rows, [nothing]);
      await Promise.all(clients.map((client) => client.end()));
      await Promise.all(nodes.map((node) => node.close()));
    });

    it('undoes what a transaction has written and read if it fails', async () => {
      const fail = database.transaction(async (tx) => {
        await tx.run(add, { n: 1 });
        assert.equal((await database.read.first(count, {}))?.n, 1);
        throw new Error('undone');
      });
      await assert.rejects(fail, /undone/);
      await assert.rejects(
        database.transaction(async (tx) => {
          await tx.run(add, { n: 2 });
          await tx.run(add, { n: 2 });
        }),
        UniqueViolation,
      );
      assert.equal((await database.read.first(count, {}))?.n, 0);
      await database.close();
    });

    it('runs reads together that begin together, and lets each fail alone', async () => {
      const outcomes = await Promise.allSettled(
        [1, 2, 0, 3, 0, 4, 6, 12, 0, 1].map((n) => database.read.first(quotient, { n })),
      );
      assert.deepEqual(
        outcomes.map((each) => (each.status === 'fulfilled' ? each.value?.n : /division/.test(each.reason.message))),
        [12, 6, true, 4, true, 3, 2, 1, true, 12],
      );
      await database.close();
    });

    it('waits for a connection to the server for a limited time, and runs nothing afterwards', async () => {
      const holder = new pg.Client(bouncer.urlOf(test.url));
      await holder.connect();
      await holder.query('begin');
      const reading = [1, 2, 3].map((n) => database.read.first(quotient, { n }));
      const scanning = database.scanning(new WorkScope({ client: 'a' }), 'search').first(list, { n: 1 });
      const writing = database.transaction((tx) => tx.run(add, { n: 1 }));
      for (const outcome of await Promise.allSettled([...reading, scanning, writing]))
        assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseOverloaded, String(outcome));
      assert.equal(database.lastWriteFailed, false);
      await holder.end();
      assert.equal((await database.read.first(count, {}))?.n, 0);
      await database.transaction((tx) => tx.run(add, { n: 2 }));
      assert.equal((await database.scanning(new WorkScope({ client: 'a' }), 'search').all(list, { n: 0 })).length, 1);
      await database.close();
    });

    it('cancels a scan whose callers have gone while its transaction has the only connection', async () => {
      const controller = new AbortController();
      // The statement timeout must not end the scan first.
      const scope = new WorkScope({ client: 'a', signal: controller.signal, cpuMs: 300_000 });
      const slow = database.scanning(scope, 'search').first(sleep, { seconds: 300 });
      const pids = () =>
        withClient(test.url, async (client) => {
          const { rowCount } = await client.query(
            "select from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid() and state = 'active'",
          );
          return rowCount;
        });
      await waitUntil(async () => (await pids()) !== 0, 30_000, 'the scan runs');
      controller.abort(new Error('gone'));
      await assert.rejects(slow);
      await waitUntil(async () => (await pids()) === 0, 30_000, 'the scan is canceled');
      assert.equal((await database.read.first(count, {}))?.n, 0);
      await database.close();
    });

    it('shares a flush between the transactions of a scope', async () => {
      const isKnown = async () => database.changes.knownUntil > Number.NEGATIVE_INFINITY;
      await waitUntil(isKnown, 30_000, 'the log of changes is read');
      const readCommit = async () => (await database.transaction((tx) => tx.first(readSettings, {})))?.commit;
      const isShared = async () => (await database.flushTogether(readCommit)) === 'off';
      await waitUntil(isShared, 30_000, 'transactions do not wait for the disk');
      await database.flushTogether(async () => {
        for (let n = 0; n < 10; n += 1) await database.transaction((tx) => tx.run(add, { n }));
      });
      assert.equal((await database.read.first(count, {}))?.n, 10);
      await database.close();
    });

    it('repeats statements that the connection has prepared for other columns', async () => {
      for (const n of [1, 2]) await database.transaction((tx) => tx.run(add, { n }));
      const readBoth = async () => [
        ...(await database.read.all(list, { n: 2 })),
        ...(await database.transaction((tx) => tx.all(list, { n: 2 }))),
        ...(await database.scanning(new WorkScope({ client: 'a' }), 'search').all(list, { n: 2 })),
      ];
      for (let repeated = 0; repeated < 8; repeated += 1) assert.equal((await readBoth()).length, 3);
      await database.schemaChange((tx) => tx.execute('alter table t add column added int'));
      const rows = await readBoth();
      assert.deepEqual(
        rows.map((row) => Object.keys(row)),
        Array.from({ length: 3 }, () => ['n', 'added']),
      );
      await database.close();
    });

    it('does without prepared statements when PgBouncer no longer supports them', async () => {
      const work = async (n: number) => {
        await database.transaction((tx) => tx.run(add, { n }));
        return (await database.read.all(list, { n: 0 })).length;
      };
      assert.equal(await work(1), 1);
      await bouncer.stop();
      await bouncer.start(canPrepare ? { max_prepared_statements: 0, default_pool_size: 3 } : { default_pool_size: 3 });
      // The connections of the pools were closed.
      for (let attempts = 0; ; attempts += 1) {
        const outcome = await work(100 + attempts).catch((error) => error);
        if (typeof outcome === 'number') break;
        assert.ok(attempts < 50 && outcome.name === 'DatabaseUnavailable', String(outcome));
      }
      const { length } = await database.read.all(list, { n: 0 });
      const more = await Promise.all(Array.from({ length: 20 }, (_, n) => work(1000 + n)));
      assert.equal(Math.max(...more), length + 20);
      await database.close();
    });
  });

describe('the URL of a database', { skip: skipReason }, () => {
  let bouncer: PgBouncer;
  let test: Awaited<ReturnType<typeof createTestDatabase>>;
  let pooled: string;
  before(async () => {
    test = await createTestDatabase();
    bouncer = await startPgBouncer(test.url);
    pooled = bouncer.urlOf(test.url);
  });
  after(async () => {
    await bouncer.remove();
    await test.drop();
  });
  const assertUnusable = (url: string, directUrl: string | undefined, message: RegExp) =>
    assert.rejects(openDatabase({ kind: 'postgres', url, directUrl }), (error) => {
      assert.ok(error instanceof DatabaseUnusable, String(error));
      assert.match(error.message, message);
      return true;
    });
  const withParameter = (url: string, name: string, value: string) => {
    const changed = new URL(url);
    changed.searchParams.set(name, value);
    return changed.href;
  };

  it('of a pooler needs the direct URL', async () => {
    await assertUnusable(pooled, undefined, /^This is a pooler.*--database-direct/);
    await assertUnusable(pooled, pooled, /^--database-direct leads to a pooler, too/);
  });

  it('leads to the same database, user and schema as the direct URL', async () => {
    const other = await createTestDatabase();
    const message = /^--database-direct leads to another database, schema or user/;
    await assertUnusable(pooled, other.url, message);
    await assertUnusable(test.url, other.url, message);
    await assertUnusable(pooled, withParameter(test.url, 'options', '-c search_path=pg_catalog'), message);
    await other.drop();
  });

  it('of a pooler has no parameters that the pooler does not apply', async () => {
    const message = /does not apply the parameter "options"/;
    await assertUnusable(withParameter(pooled, 'options', '-c work_mem=5MB'), test.url, message);
    await assertUnusable(withParameter(pooled, 'statement_timeout', '5'), test.url, /rejects a parameter of the URL/);
  });

  it('is known to lead to a pooler that ignores the settings of clients', async () => {
    await bouncer.stop();
    await bouncer.start({ ignore_startup_parameters: 'statement_timeout,options,idle_in_transaction_session_timeout' });
    await assertUnusable(pooled, undefined, /^This is a pooler/);
    await assertUnusable(withParameter(pooled, 'options', '-c work_mem=5MB'), test.url, /"options"/);
  });

  it('may be the same as the direct URL without a pooler', async () => {
    const database = await openDatabase({ kind: 'postgres', url: test.url, directUrl: test.url });
    const reads = await database.read.first(readSettings, {});
    assert.equal(reads?.readOnly, 'on');
    await database.schemaChange((tx) => tx.execute('create table t (n bigint primary key)'));
    await database.transaction((tx) => tx.run(add, { n: 1 }));
    assert.equal((await database.read.first(count, {}))?.n, 1);
    await database.close();
  });
});
