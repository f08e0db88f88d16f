// Tests scans: results, sharing, limits, fairness, and cancellation (docs/decisions/0012-long-reads.md).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeEachDatabase, describeEachEngine } from '../../test/engines.ts';
import { JobTimedOut } from '../workers/errors.ts';
import { WorkScope, type WorkScopeOptions } from '../workers/work-scope.ts';
import { DatabaseMisuse, DatabaseOverloaded, DatabaseUnavailable, StatementTooExpensive } from './errors.ts';
import type { Database } from './handle.ts';
import { createPostgresChangeLog } from './migrations/0024-change-log.ts';
import { addGeneration } from './migrations/0035-rolling-upgrades.ts';
import { type Builder, type Slots, statement } from './statement.ts';

type Q = Builder<{ word: { id: number; text: string | null } }>;

const add = statement((q: Q, p: Slots<{ id: number; text: string | null }>) =>
  q.insertInto('word').values({ id: p.id, text: p.text }),
);
const all = statement((q: Q, p: Slots<{ from: number }>) =>
  q.selectFrom('word').select(['id', 'text']).where('id', '>=', p.from).orderBy('id'),
);
/** Counts up to `most`, which takes about one millisecond of CPU time per five thousand. `apart` makes the values unique. */
const counting = statement(
  (_: Q, p: Slots<{ most: number; apart: number }>) => sql<{ n: number; words: number }>`
    select count(*) as n, cast(${p.apart} as integer) as apart, (select count(*) from ${sql.table('word')}) as words from (
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${p.most})
      select n from numbers) as counted`,
);
/** A count that takes longer than any test. */
const FOREVER = 2_000_000_000;

const inScope = (options: Partial<WorkScopeOptions> = {}) => new WorkScope({ client: 'a', ...options });

async function until(holds: () => boolean): Promise<void> {
  for (let attempts = 0; !holds(); attempts += 1) {
    assert.ok(attempts < 6000, 'timed out');
    await pause(10);
  }
}

/** Returns the error of a statement. Retries while the machine is busy, which may happen during tests. */
async function errorOf(run: () => Promise<unknown>): Promise<Error> {
  for (let attempts = 0; ; attempts += 1) {
    const error = await run().then(
      () => assert.fail('not rejected'),
      (error: Error) => error,
    );
    if (!(error instanceof DatabaseOverloaded) || attempts === 100) return error;
  }
}

/** Returns the result of a statement. Runs it again when a busy machine has not completed it in time. */
async function resultOf<T>(run: () => Promise<T>): Promise<T> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await run();
    } catch (error) {
      if (!((error as Error).cause instanceof JobTimedOut) || attempts === 20) throw error;
    }
  }
}

describeEachDatabase('a scan', (engine) => {
  let database: Database;
  let nextApart = 0;
  const hasLimits = engine.name !== 'sqlite in memory';
  const statistics = () => database.statistics().scans;
  const idle = () => until(() => statistics().running === 0);
  /** Starts a count that never ends, by default with unique values. */
  const endless = (scope: WorkScope, apart = nextApart++) =>
    database.scanning(scope, 'search').first(counting, { most: FOREVER, apart });

  /** Runs work that starts no scan. Repeats it on PostgreSQL, because nothing is cached while the machine is too busy to read changes in time. */
  async function withoutScan(work: () => Promise<unknown>): Promise<void> {
    for (let attempts = 0; ; attempts += 1) {
      const { total } = statistics();
      await work();
      if (statistics().total === total) return;
      assert.ok(engine.name === 'postgres' && attempts < 100, 'a scan was started');
      await idle();
    }
  }

  before(async () => {
    database = await engine.open({ busyTimeoutMs: 500 });
    const create = 'create table word (id integer primary key, text text)';
    await database.schemaChange((tx) =>
      tx.execute(engine.name === 'postgres' ? `${create}; ${createPostgresChangeLog}; ${addGeneration}` : create),
    );
    await until(() => !database.changes.isOutdated);
    await database.transaction((tx) => tx.run(add, { id: 1, text: 'grüße' }));
  });

  it('returns the same rows as a read and sees every earlier commit', async () => {
    const scanning = database.scanning(inScope(), 'search');
    for (let id = 2; id < 12; id += 1) {
      await database.transaction((tx) => tx.run(add, { id, text: id % 2 ? null : `${id}` }));
      const rows = await scanning.all(all, { from: 0 });
      assert.deepEqual(rows, await database.read.all(all, { from: 0 }));
      assert.equal(rows.length, id);
    }
    assert.deepEqual(await scanning.first(all, { from: 3 }), { id: 3, text: null });
    assert.equal(await scanning.first(all, { from: 300 }), undefined);
  });

  it('is read-only', async () => {
    await assert.rejects(database.scanning(inScope(), 'x').first(add, { id: 99, text: '' }), DatabaseMisuse);
  });

  it('is cached until its tables change, and returns rows that may be modified', async () => {
    const scanning = database.scanning(inScope(), 'search');
    const values = { most: 10, apart: nextApart++ };
    const first = await scanning.first(counting, values);
    Object.assign(first ?? {}, { n: 'changed' });
    await withoutScan(async () => {
      const row = await database.scanning(inScope(), 'search').first(counting, values);
      assert.equal(row?.n, 10);
      Object.assign(row, { n: 'changed' });
    });
    const { total } = statistics();
    await database.transaction((tx) => tx.run(add, { id: 100, text: null }));
    assert.equal((await scanning.first(counting, values))?.words, Number(first?.words) + 1);
    assert.equal(statistics().total, total + 1);
  });

  if (!hasLimits) return;

  it('does not block reads and writes', async () => {
    const order: string[] = [];
    const caller = new AbortController();
    const long = endless(inScope({ signal: caller.signal, cpuMs: 60_000 })).catch(() => order.push('long'));
    await until(() => statistics().running === 1);
    await database.read.first(all, { from: 0 });
    await database.transaction((tx) => tx.run(add, { id: 101, text: null }));
    order.push('short');
    caller.abort(new Error('gone'));
    await long;
    assert.deepEqual(order, ['short', 'long']);
    await idle();
  });

  it('that is too expensive names the parameter and is not retried until its tables change', async () => {
    const apart = nextApart++;
    const error = await errorOf(() => endless(inScope(), apart));
    assert.ok(error instanceof StatementTooExpensive, String(error));
    assert.deepEqual([error.parameter, error.hadFullBudget], ['search', true]);
    await idle();
    for (const client of ['a', 'b'])
      await withoutScan(() => assert.rejects(endless(inScope({ client }), apart), StatementTooExpensive));
    const { total } = statistics();
    await database.transaction((tx) => tx.run(add, { id: 102, text: null }));
    await errorOf(() => endless(inScope(), apart));
    assert.ok(statistics().total > total);
  });

  it('uses the CPU time of its request', async () => {
    const scope = inScope();
    const scanning = database.scanning(scope, 'search');
    await scanning.first(counting, { most: 50_000, apart: nextApart++ });
    assert.ok(scope.remainingMs < 300 && scope.remainingMs > 0, `${scope.remainingMs}`);
    const error = await errorOf(() => endless(scope));
    assert.ok(error instanceof StatementTooExpensive && !error.hadFullBudget, String(error));
    const { total } = statistics();
    await assert.rejects(scanning.first(counting, { most: 2, apart: nextApart++ }), StatementTooExpensive);
    assert.equal(statistics().total, total, 'no CPU time is left for another statement');
  });

  it('is run once for concurrent callers', async () => {
    const countRuns = async () => {
      await idle();
      const { total } = statistics();
      const values = { most: 50_000, apart: nextApart++ };
      const requests = ['a', 'b', 'c', 'd'].map((client) =>
        database.scanning(inScope({ client }), 'search').first(counting, values),
      );
      for (const row of await Promise.all(requests)) assert.equal(row?.n, 50_000);
      return statistics().total - total;
    };
    // On PostgreSQL, nothing is shared while the machine is too busy to read changes in time.
    for (let runs = await countRuns(), attempts = 1; runs !== 1; runs = await countRuns(), attempts += 1)
      assert.ok(engine.name === 'postgres' && attempts < 20, `${runs} runs`);
  });

  it('is not shared with a caller after a commit', async () => {
    const { total } = statistics();
    const values = { most: 400_000, apart: nextApart++ };
    const before = database.scanning(inScope(), 'search').first(counting, values);
    before.catch(() => {});
    await database.transaction((tx) => tx.run(add, { id: 103, text: null }));
    const after = database.scanning(inScope({ client: 'b', cpuMs: 60_000 }), 'search').first(counting, values);
    await Promise.allSettled([before, after]);
    assert.equal(statistics().total, total + 2);
  });

  it('is canceled when all of its callers have aborted, and not before', async () => {
    const callers = [new AbortController(), new AbortController()];
    const apart = nextApart++;
    const requests = callers.map(({ signal }) => endless(inScope({ signal, cpuMs: 60_000 }), apart));
    const outcomes = requests.map((each) => each.catch((error: Error) => error.message));
    await until(() => statistics().running === 1);
    callers[0]?.abort(new Error('one left'));
    assert.equal(await outcomes[0], 'one left');
    await pause(300);
    assert.equal(statistics().running, 1);
    callers[1]?.abort(new Error('both left'));
    assert.equal(await outcomes[1], 'both left');
    await idle();
    // No outcome is cached for a canceled run.
    const again = new AbortController();
    const { total } = statistics();
    const next = endless(inScope({ signal: again.signal, cpuMs: 60_000 }), apart).catch(() => {});
    await until(() => statistics().total === total + 1);
    again.abort();
    await next;
    await idle();
  });

  it('is queued fairly by client and rejected when the queue is full', async () => {
    const caller = new AbortController();
    const startEndless = (client: string) => endless(inScope({ client, signal: caller.signal, cpuMs: 60_000 }));
    const many = Array.from({ length: 66 }, () => startEndless('a').catch((error) => error));
    await until(() => statistics().running === 1 && statistics().queued > 0);
    const { rejected } = statistics();
    assert.ok(rejected > 0);
    assert.ok((await many[65]) instanceof DatabaseOverloaded);
    const other = await resultOf(() =>
      database.scanning(inScope({ client: 'b' }), 'search').first(counting, { most: 5, apart: -1 }),
    );
    assert.equal(other?.n, 5, 'another client does not wait');
    caller.abort(new Error('gone'));
    await Promise.all(many);
    await idle();
  });

  it('is rejected when the database closes', async () => {
    const otherDatabase = await engine.open();
    await otherDatabase.schemaChange((tx) => tx.execute('create table word (id integer primary key, text text)'));
    const long = otherDatabase
      .scanning(inScope({ cpuMs: 60_000 }), 'search')
      .first(counting, { most: FOREVER, apart: 0 });
    const outcome = long.catch((error) => error);
    await until(() => otherDatabase.statistics().scans.running === 1);
    await pause(300);
    await otherDatabase.close();
    assert.ok((await outcome) instanceof Error);
    await assert.rejects(otherDatabase.scanning(inScope(), 'search').first(counting, { most: 1, apart: 0 }));
  });
});

describeEachEngine('a reader process', (engine) => {
  if (engine.name !== 'sqlite in a file') return;

  it('that dies fails its statement and is replaced', async () => {
    const database = await engine.open();
    await database.schemaChange((tx) => tx.execute('create table word (id integer primary key, text text)'));
    const scanning = database.scanning(inScope({ cpuMs: 60_000 }), 'search');
    assert.deepEqual(await scanning.all(all, { from: 0 }), []);
    const [pid] = readerPids();
    assert.ok(pid);
    const long = scanning.first(counting, { most: FOREVER, apart: 0 });
    const outcome = long.catch((error) => error);
    await pause(100);
    process.kill(pid, 'SIGKILL');
    assert.ok((await outcome) instanceof DatabaseUnavailable);
    assert.equal((await resultOf(() => scanning.first(counting, { most: 7, apart: 0 })))?.n, 7);
    assert.equal(database.statistics().scans.started, 2);
  });
});

describe('a work scope', () => {
  it('tracks its remaining CPU time, which is never negative', () => {
    const scope = new WorkScope({ client: 'a' });
    assert.deepEqual([scope.isUnused, scope.remainingMs], [true, 300]);
    scope.spend(100);
    assert.deepEqual([scope.isUnused, scope.remainingMs], [false, 200]);
    scope.spend(500);
    assert.equal(scope.remainingMs, 0);
    assert.deepEqual([scope.withLimit(50).remainingMs, scope.withLimit(50).client], [50, 'a']);
  });
});

/** Returns the IDs of this process's reader processes. */
function readerPids(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reader-process')).map(Number);
}
