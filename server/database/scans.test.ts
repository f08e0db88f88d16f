// Statements that may scan: results, sharing, limits, turns, and what ends them (docs/decisions/0012-long-reads.md).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeEachEngine } from '../../test/engines.ts';
import { WorkScope, type WorkScopeOptions } from '../workers/work-scope.ts';
import { DatabaseMisuse, DatabaseOverloaded, DatabaseUnavailable, StatementTooExpensive } from './errors.ts';
import type { Database } from './handle.ts';
import { type Builder, type Slots, statement } from './statement.ts';

type Q = Builder<{ word: { id: number; text: string | null } }>;

const add = statement((q: Q, p: Slots<{ id: number; text: string | null }>) =>
  q.insertInto('word').values({ id: p.id, text: p.text }),
);
const all = statement((q: Q, p: Slots<{ from: number }>) =>
  q.selectFrom('word').select(['id', 'text']).where('id', '>=', p.from).orderBy('id'),
);
/** Counts for as long as `most` says: about a millisecond of CPU time for each five thousand. */
const counting = statement(
  (_: Q, p: Slots<{ most: number; apart: number }>) => sql<{ n: number; words: number }>`
    select count(*) as n, cast(${p.apart} as integer) as apart, (select count(*) from word) as words from (
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${p.most})
      select n from numbers) as counted`,
);
/** Longer than any test. */
const FOREVER = 2_000_000_000;

const inScope = (options: Partial<WorkScopeOptions> = {}) => new WorkScope({ client: 'a', ...options });

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    assert.ok(tries < 1000, 'it never came to hold');
    await pause(10);
  }
}

/** What a statement is rejected with where that is not that the machine is busy, which it may be during tests. */
async function rejectionOf(run: () => Promise<unknown>): Promise<Error> {
  for (let tries = 0; ; tries += 1) {
    const error = await run().then(
      () => assert.fail('nothing was rejected'),
      (error: Error) => error,
    );
    if (!(error instanceof DatabaseOverloaded) || tries === 100) return error;
  }
}

describeEachEngine('statements that may scan', (engine) => {
  let database: Database;
  let nextApart = 0;
  const hasLimits = engine.name !== 'sqlite in memory';
  const figures = () => database.statistics().scans;
  const idle = () => until(() => figures().running === 0);
  /** A count that is like no other, and that goes on for ever. */
  const endless = (scope: WorkScope, apart = nextApart++) =>
    database.scanning(scope, 'search').first(counting, { most: FOREVER, apart });

  before(async () => {
    database = await engine.open({ busyLimit: 500 });
    const create = 'create table word (id integer primary key, text text)';
    await database.schemaChange((tx) => tx.execute(create));
    await database.transaction((tx) => tx.run(add, { id: 1, text: 'grüße' }));
  });

  it('answer as reads do, and see every commit before them', async () => {
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

  it('cannot write', async () => {
    await assert.rejects(database.scanning(inScope(), 'x').first(add, { id: 99, text: '' }), DatabaseMisuse);
  });

  it('are remembered until their tables change, and given as rows that may be changed', async () => {
    const scanning = database.scanning(inScope(), 'search');
    const values = { most: 10, apart: nextApart++ };
    const first = await scanning.first(counting, values);
    const { total } = figures();
    Object.assign(first ?? {}, { n: 'changed' });
    assert.equal((await database.scanning(inScope(), 'search').first(counting, values))?.n, 10);
    assert.equal(figures().total, total);
    await database.transaction((tx) => tx.run(add, { id: 100, text: null }));
    assert.equal((await scanning.first(counting, values))?.words, Number(first?.words) + 1);
    assert.equal(figures().total, total + 1);
  });

  if (!hasLimits) return;

  it('do not hold up reads and writes', async () => {
    const order: string[] = [];
    const caller = new AbortController();
    const long = endless(inScope({ signal: caller.signal, cpuMs: 60_000 })).catch(() => order.push('long'));
    await until(() => figures().running === 1);
    await database.read.first(all, { from: 0 });
    await database.transaction((tx) => tx.run(add, { id: 101, text: null }));
    order.push('short');
    caller.abort(new Error('gone'));
    await long;
    assert.deepEqual(order, ['short', 'long']);
    await idle();
  });

  it('that use too much name the parameter, and are not run again until their tables change', async () => {
    const apart = nextApart++;
    const error = await rejectionOf(() => endless(inScope(), apart));
    assert.ok(error instanceof StatementTooExpensive, String(error));
    assert.deepEqual([error.parameter, error.isAlone], ['search', true]);
    await idle();
    const { total } = figures();
    await assert.rejects(endless(inScope(), apart), StatementTooExpensive);
    await assert.rejects(endless(inScope({ client: 'b' }), apart), StatementTooExpensive);
    assert.equal(figures().total, total);
    await database.transaction((tx) => tx.run(add, { id: 102, text: null }));
    await rejectionOf(() => endless(inScope(), apart));
    assert.ok(figures().total > total);
  });

  it('share the CPU time of their request', async () => {
    const scope = inScope();
    const scanning = database.scanning(scope, 'search');
    await scanning.first(counting, { most: 50_000, apart: nextApart++ });
    assert.ok(scope.remainingMs < 300 && scope.remainingMs > 0, `${scope.remainingMs}`);
    const error = await rejectionOf(() => endless(scope));
    assert.ok(error instanceof StatementTooExpensive && !error.isAlone, String(error));
    const { total } = figures();
    await assert.rejects(scanning.first(counting, { most: 2, apart: nextApart++ }), StatementTooExpensive);
    assert.equal(figures().total, total, 'nothing is left for another one');
  });

  it('are run once for all who ask at the same time', async () => {
    const { total } = figures();
    const values = { most: 50_000, apart: nextApart++ };
    const asked = ['a', 'b', 'c', 'd'].map((client) =>
      database.scanning(inScope({ client }), 'search').first(counting, values),
    );
    for (const row of await Promise.all(asked)) assert.equal(row?.n, 50_000);
    assert.equal(figures().total, total + 1);
  });

  it('are not shared with who asks after a commit', async () => {
    const { total } = figures();
    const values = { most: 400_000, apart: nextApart++ };
    const before = database.scanning(inScope(), 'search').first(counting, values);
    before.catch(() => {});
    await database.transaction((tx) => tx.run(add, { id: 103, text: null }));
    const after = database.scanning(inScope({ client: 'b', cpuMs: 60_000 }), 'search').first(counting, values);
    await Promise.allSettled([before, after]);
    assert.equal(figures().total, total + 2);
  });

  it('end once all who asked are gone, and not before', async () => {
    const callers = [new AbortController(), new AbortController()];
    const apart = nextApart++;
    const asked = callers.map(({ signal }) => endless(inScope({ signal, cpuMs: 60_000 }), apart));
    const outcomes = asked.map((each) => each.catch((error: Error) => error.message));
    await until(() => figures().running === 1);
    callers[0]?.abort(new Error('one left'));
    assert.equal(await outcomes[0], 'one left');
    await pause(300);
    assert.equal(figures().running, 1);
    callers[1]?.abort(new Error('both left'));
    assert.equal(await outcomes[1], 'both left');
    await idle();
    // What was given up has said nothing about the statement.
    const again = new AbortController();
    const { total } = figures();
    const next = endless(inScope({ signal: again.signal, cpuMs: 60_000 }), apart).catch(() => {});
    await until(() => figures().total === total + 1);
    again.abort();
    await next;
    await idle();
  });

  it('wait for their turn by client, and are rejected where too many wait', async () => {
    const caller = new AbortController();
    const ask = (client: string) => endless(inScope({ client, signal: caller.signal, cpuMs: 60_000 }));
    const many = Array.from({ length: 66 }, () => ask('a').catch((error) => error));
    await until(() => figures().running === 1 && figures().queued > 0);
    const { rejected } = figures();
    assert.ok(rejected > 0);
    assert.ok((await many[65]) instanceof DatabaseOverloaded);
    const other = await database.scanning(inScope({ client: 'b' }), 'search').first(counting, { most: 5, apart: -1 });
    assert.equal(other?.n, 5, 'another client does not wait for them');
    caller.abort(new Error('gone'));
    await Promise.all(many);
    await idle();
  });

  it('are rejected when the database closes', async () => {
    const own = await engine.open();
    await own.schemaChange((tx) => tx.execute('create table word (id integer primary key, text text)'));
    const long = own.scanning(inScope({ cpuMs: 60_000 }), 'search').first(counting, { most: FOREVER, apart: 0 });
    const outcome = long.catch((error) => error);
    await until(() => own.statistics().scans.running === 1);
    await pause(300);
    await own.close();
    assert.ok((await outcome) instanceof Error);
    await assert.rejects(own.scanning(inScope(), 'search').first(counting, { most: 1, apart: 0 }));
  });
});

describeEachEngine('a reader process', (engine) => {
  if (engine.name !== 'sqlite in a file') return;

  it('that dies takes its statement with it, and another one takes its place', async () => {
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
    assert.equal((await scanning.first(counting, { most: 7, apart: 0 }))?.n, 7);
    assert.equal(database.statistics().scans.started, 2);
  });
});

describe('a scope of work', () => {
  it('has what is left of its CPU time, and never less than nothing', () => {
    const scope = new WorkScope({ client: 'a' });
    assert.deepEqual([scope.isUnused, scope.remainingMs], [true, 300]);
    scope.spend(100);
    assert.deepEqual([scope.isUnused, scope.remainingMs], [false, 200]);
    scope.spend(500);
    assert.equal(scope.remainingMs, 0);
    assert.deepEqual([scope.withLimit(50).remainingMs, scope.withLimit(50).client], [50, 'a']);
  });
});

/** The reader processes of this process. */
function readerPids(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reader-process')).map(Number);
}
