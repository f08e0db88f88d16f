// Tests that the search index is updated in bounded steps, after writes, after a restart, and by several processes.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy } from '../../errors.ts';
import { pendingSearchIndex } from '../../migrations/0023-pending-texts.ts';
import { Connection } from './connection.ts';
import { IndexUpdates } from './index-updates.ts';
import { Maintenance } from './maintenance.ts';
import { hasPendingTexts, type IndexStep, type MergeLimits, mergeIndex, updateIndex } from './update-index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-update-index-'));
after(() => rmSync(folder, { recursive: true }));
let file = '';
let files = 0;
let connection: Connection;

const limits: MergeLimits = { pages: 24, pagesAtOnce: 24, budgetMs: 1000 };
const outcomeOf = ({ written, ...outcome }: IndexStep) => outcome;
const textTable = `create table entry_text (entry_id integer primary key, title text, excerpt text, content text, indexed integer);`;
const count = (sql: string) =>
  (connection.all({ sql: `select count(*) as n from ${sql}` }, []) as { n: number }[])[0]?.n;
const found = (text: string) => count(`entry_search where entry_search match '"${text}"'`);
const insertTexts = (n: number) =>
  connection.execute(`insert into entry_text with recursive ids(id) as (select 1 union all select id + 1 from ids where id < ${n})
    select id, 'title ' || id, '', 'some words of text ' || id, 1 from ids`);

beforeEach(() => {
  files += 1;
  file = path.join(folder, `${files}.sqlite`);
  connection = new Connection(file, { readonly: false });
  connection.pragma('journal_mode = wal');
  connection.execute(textTable);
  return () => connection.close();
});

describe('an update of the search index', () => {
  it('is not needed before the schema has pending texts', () => {
    assert.equal(hasPendingTexts(connection), false);
    connection.execute(pendingSearchIndex);
    assert.equal(hasPendingTexts(connection), false);
    insertTexts(1);
    assert.equal(hasPendingTexts(connection), true);
  });

  it('adds, replaces and deletes texts, and leaves the others pending when its time has passed', () => {
    connection.execute(pendingSearchIndex);
    insertTexts(100);
    assert.equal(found('words'), 0);
    assert.deepEqual(outcomeOf(updateIndex(connection, 0)), { updated: 1, pending: 99, hasMerged: false });
    assert.equal(found('words'), 1);
    assert.deepEqual(outcomeOf(updateIndex(connection, 60_000)), { updated: 99, pending: 0, hasMerged: false });
    assert.equal(found('words'), 100);
    connection.execute("update entry_text set content = 'other' where entry_id = 5");
    connection.execute('update entry_text set indexed = 0 where entry_id = 6');
    connection.execute('update entry_text set entry_id = 300 where entry_id = 8');
    connection.execute('delete from entry_text where entry_id = 7');
    assert.deepEqual(outcomeOf(updateIndex(connection, 1000)), { updated: 5, pending: 0, hasMerged: false });
    assert.equal(found('words'), 97);
    assert.equal(found('other'), 1);
    assert.deepEqual(outcomeOf(updateIndex(connection, 1000)), { updated: 0, pending: 0, hasMerged: false });
    assert.deepEqual(connection.all({ sql: 'pragma integrity_check' }, []), [{ integrity_check: 'ok' }]);
  });

  it('merges what it has added', () => {
    connection.execute(pendingSearchIndex);
    insertTexts(12);
    while (updateIndex(connection, 0).pending > 0);
    const parts = () => count('(select distinct segid from entry_search_idx)') ?? 0;
    const before = parts();
    for (let n = 0; mergeIndex(connection, limits).hasMerged; n += 1) assert.ok(n < 100, 'the merge ends');
    assert.ok(parts() < before, `${before} parts become ${parts()}`);
    assert.equal(found('words'), 12);
  });

  it('fails without waiting while another connection writes', async () => {
    connection.execute(pendingSearchIndex);
    insertTexts(2);
    connection.runText('begin immediate');
    const maintenance = new Maintenance(file);
    await assert.rejects(maintenance.updateIndex(1), DatabaseBusy);
    connection.runText('commit');
    assert.equal((await maintenance.updateIndex(1000)).pending, 0);
    await maintenance.close();
  });

  it('waits for the end of another transaction if it may', async () => {
    connection.execute(pendingSearchIndex);
    insertTexts(2);
    const maintenance = new Maintenance(file);
    await maintenance.openIndex();
    connection.runText('begin immediate');
    const updated = maintenance.updateIndex(1000, 60_000);
    await pause(50);
    connection.runText('commit');
    assert.equal((await updated).pending, 0);
    await maintenance.close();
  });
});

describe('the updates of the search index', () => {
  const withoutLock = { runExclusive: async <T>(work: () => T | Promise<T>) => work() };
  const stepsOf = (update: (budgetMs: number) => ReturnType<typeof updateIndex>) => ({
    hasPending: () => hasPendingTexts(connection),
    prepare: () => {},
    update,
    merge: (limits: MergeLimits) => mergeIndex(connection, limits),
  });
  const untilIdle = async () => {
    for (let n = 0; hasPendingTexts(connection); n += 1) {
      assert.ok(n < 6000, 'the index is updated');
      await pause(10);
    }
  };

  it('continue after a change, and are tried again while another process writes', async () => {
    connection.execute(pendingSearchIndex);
    insertTexts(30);
    let calls = 0;
    const updates = new IndexUpdates(
      withoutLock,
      stepsOf(() => {
        calls += 1;
        if (calls % 3 === 2) throw new DatabaseBusy('busy');
        return updateIndex(connection, 0);
      }),
    );
    updates.onChange();
    await untilIdle();
    assert.equal(found('words'), 30);
    connection.execute("update entry_text set content = 'later'");
    updates.onChange();
    await untilIdle();
    assert.equal(found('later'), 30);
    await updates.close();
    connection.execute("update entry_text set content = 'last'");
    updates.onChange();
    await pause(200);
    assert.equal(hasPendingTexts(connection), true);
  });

  it('add texts together that are written one after the other', async () => {
    connection.execute(pendingSearchIndex);
    const updated: number[] = [];
    const updates = new IndexUpdates(
      withoutLock,
      stepsOf(() => {
        const step = updateIndex(connection, 1000);
        updated.push(step.updated);
        return step;
      }),
    );
    const startedAt = performance.now();
    for (let n = 0; n < 60; n += 1) {
      connection.execute(`insert into entry_text values (${n + 1}, 'title', '', 'words', 1)`);
      updates.onChange();
      await pause(5);
    }
    await untilIdle();
    await updates.close();
    assert.equal(found('words'), 60);
    const maxSteps = (performance.now() - startedAt) / 100 + 1;
    assert.ok(updated.length <= maxSteps, `${updated.length} steps, ${maxSteps} expected: ${updated.join()}`);
  });

  it('can be finished at once, also while another process writes and others wait for it', async () => {
    connection.execute(pendingSearchIndex);
    insertTexts(300);
    let calls = 0;
    const updates = new IndexUpdates(
      withoutLock,
      stepsOf(() => {
        calls += 1;
        if (calls === 2) throw new DatabaseBusy('busy');
        return updateIndex(connection, 0);
      }),
    );
    await Promise.all([updates.finish(), updates.finish()]);
    assert.equal(hasPendingTexts(connection), false);
    assert.equal(found('words'), 300);
    const failing = new IndexUpdates(
      withoutLock,
      stepsOf(() => {
        throw new Error('The disk is full.');
      }),
    );
    connection.execute("update entry_text set content = 'later'");
    await assert.rejects(failing.finish(), /The disk is full/);
    await Promise.all([updates.close(), failing.close()]);
  });

  it('merge what others have added to the index before', async () => {
    connection.execute(pendingSearchIndex);
    insertTexts(12);
    while (updateIndex(connection, 0).pending > 0);
    const parts = () => count('(select distinct segid from entry_search_idx)') ?? 0;
    const before = parts();
    assert.ok(before > 3, `${before} parts`);
    const updates = new IndexUpdates(
      withoutLock,
      stepsOf((budgetMs) => updateIndex(connection, budgetMs)),
    );
    connection.execute("update entry_text set content = 'later' where entry_id = 1");
    updates.onChange();
    for (let n = 0; hasPendingTexts(connection) || parts() >= before; n += 1) {
      assert.ok(n < 6000, 'the parts are merged');
      await pause(10);
    }
    await updates.close();
  });

  for (const isBulk of [false, true])
    it(`take longer steps when many texts are pending${isBulk ? ', in a process that writes many records' : ''}`, async () => {
      const pending = [2000, 1001, 1000, 500, 0];
      const budgets: number[] = [];
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const update = (budgetMs: number): IndexStep => {
        budgets.push(budgetMs);
        const rest = pending.shift() ?? 0;
        if (rest === 0) end();
        return { updated: 1, written: 1, pending: rest, hasMerged: false };
      };
      const merge = (): IndexStep => ({ updated: 0, written: 0, pending: pending[0] ?? 0, hasMerged: false });
      const steps = { ...stepsOf(update), hasPending: () => pending.length > 0, merge };
      const updates = new IndexUpdates(withoutLock, steps, isBulk);
      updates.onChange();
      await ended;
      await updates.close();
      const [first, ...later] = budgets;
      const long = later[0] ?? 0;
      assert.ok(long > (first ?? 0) * (isBulk ? 20 : 5), budgets.join());
      assert.deepEqual(later, [long, long, first, first]);
    });
});
