// Tests which transactions are committed together, and that each of them fails alone.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DiskFull } from '../../errors.ts';
import { type Builder, type Slots, statement } from '../../statement.ts';
import { Transactions } from '../../transaction.ts';
import { WritingHandle } from '../../write-handle.ts';
import { Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { GroupCommit, type GroupLimits, type Transaction, type TransactionHooks } from './group-commit.ts';

interface Written {
  written: { number: number };
}

const write = statement((q: Builder<Written>, p: Slots<{ number: number }>) =>
  q.insertInto('written').values({ number: p.number }),
);

let folder: string;
let writer: Connection;
let reader: Connection;
/** The numbers of transactions of each commit, and the errors of rollbacks with the numbers of their transactions. */
let log: (number | string)[];
let storing: Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-group-commit-'));
  const file = path.join(folder, 'octavo.sqlite');
  writer = new Connection(file, { readonly: false });
  writer.pragma('journal_mode = wal');
  writer.pragma('foreign_keys = on');
  writer.execute('create table written (number integer unique)');
  writer.execute('create table referring (number integer references written (number) deferrable initially deferred)');
  reader = new Connection(file, { readonly: true });
  log = [];
  storing = Promise.resolve();
});
afterEach(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

/** Groups stay open for longer than a test takes, unless it limits the time. */
const createGroups = (limits: Partial<GroupLimits> = {}): GroupCommit =>
  new GroupCommit(writer, { maxOpenMs: 60_000, ...limits });

const hooks: TransactionHooks = {
  beforeBegin: () => {},
  afterBegin: () => {},
  beforeCommit: () => {},
  afterCommit: (handles) => {
    log.push(handles.length);
    return () => storing;
  },
  beforeNext: () => {},
  onRollback: (handles, error) => log.push(`${handles.length}: ${error instanceof Error ? error.message : error}`),
};

const transactions = new Transactions();

/** Writes a number in a transaction, and runs `work` in it afterwards. Resolves with the number once it is on disk. */
async function run(groups: GroupCommit, number: number, work?: () => unknown, isAlone = false): Promise<number> {
  const handle = new WritingHandle(sqliteDialect, writer, () => {});
  const transaction: Transaction<number> = {
    handle,
    run: (commands) =>
      transactions.run(commands, handle, async (tx) => {
        await tx.run(write, { number });
        await work?.();
        return number;
      }),
    deadline: performance.now() + 10_000,
    isAlone,
    mayFlushLater: false,
  };
  const { result, flush } = await groups.run(transaction, hooks);
  await flush();
  return result;
}

const numbersIn = (connection: Connection): unknown[] =>
  connection.all({ sql: 'select number from written order by number' }, []).map((row) => Object.values(row ?? {})[0]);

const statusesOf = async (results: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(results)).map((result) =>
    result.status === 'fulfilled' ? result.value : String(result.reason.message),
  );

const fail = (message: string) => () => {
  throw new Error(message);
};

describe('the transactions of a connection', () => {
  it('are committed at the end of the turn', async () => {
    const groups = createGroups();
    assert.equal(await run(groups, 1), 1);
    assert.deepEqual(numbersIn(reader), [1]);
    assert.equal(await run(groups, 2), 2);
    assert.deepEqual(log, [1, 1]);
  });

  it('are committed together if they end in the same turn', async () => {
    const groups = createGroups();
    let ended = 0;
    const first = run(groups, 1, () => (ended += 1));
    // The transaction runs in callbacks of promises, and ends before its turn does.
    for (let step = 0; step < 100; step += 1) await undefined;
    assert.deepEqual([ended, numbersIn(reader)], [1, []]);
    assert.deepEqual(await statusesOf([first, run(groups, 2)]), [1, 2]);
    assert.deepEqual(log, [2]);
  });

  it('are not committed while another one of the group is open', async () => {
    const groups = createGroups();
    const { promise, resolve } = Promise.withResolvers<void>();
    const results = [run(groups, 1), run(groups, 2, () => promise)];
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    assert.deepEqual([numbersIn(writer), numbersIn(reader)], [[1, 2], []]);
    resolve();
    assert.deepEqual(await statusesOf(results), [1, 2]);
    assert.deepEqual(log, [2]);
  });

  it('are committed together if others are waiting', async () => {
    const groups = createGroups();
    const seen: unknown[] = [];
    const see = () => seen.push(numbersIn(writer), numbersIn(reader));
    assert.deepEqual(await statusesOf([run(groups, 1), run(groups, 2), run(groups, 3, see)]), [1, 2, 3]);
    assert.deepEqual(seen, [[1, 2, 3], []]);
    assert.deepEqual(log, [3]);
    assert.deepEqual(numbersIn(reader), [1, 2, 3]);
  });

  it('are divided into groups of a maximum number, between which other work has a turn', async () => {
    const groups = createGroups({ maxTransactions: 2 });
    const order: (number | string)[] = [];
    const note = (number: number) => () => order.push(number);
    const all = [1, 2, 3, 4, 5].map((number) => run(groups, number, note(number)));
    setImmediate(() => order.push('a turn'));
    assert.deepEqual(await statusesOf(all), [1, 2, 3, 4, 5]);
    assert.deepEqual(log, [2, 2, 1]);
    assert.deepEqual(order, [1, 2, 'a turn', 3, 4, 5]);
  });

  it('are not added to a group that has been open for long', async () => {
    const groups = createGroups({ maxOpenMs: 200 });
    const slow = async () => {
      const start = performance.now();
      while (performance.now() - start < 220) await nextTurn();
    };
    await statusesOf([run(groups, 1, slow), run(groups, 2), run(groups, 3)]);
    assert.deepEqual(log, [1, 2]);
  });

  it('fail alone', async () => {
    const groups = createGroups();
    const results = [run(groups, 1), run(groups, 2, fail('second')), run(groups, 3), run(groups, 3), run(groups, 4)];
    const [first, second, third, duplicate, last] = await statusesOf(results);
    assert.deepEqual([first, second, third, last], [1, 'second', 3, 4]);
    assert.match(String(duplicate), /already taken/);
    assert.deepEqual(numbersIn(reader), [1, 3, 4]);
    assert.deepEqual(log, ['1: second', `1: ${duplicate}`, 3]);
  });

  it('fail alone if the first one of a group fails', async () => {
    const groups = createGroups();
    assert.deepEqual(await statusesOf([run(groups, 1, fail('first')), run(groups, 2), run(groups, 3)]), [
      'first',
      2,
      3,
    ]);
    assert.deepEqual(numbersIn(reader), [2, 3]);
    assert.deepEqual(log, ['1: first', 2]);
  });

  it('fail together if their commit fails', async () => {
    const groups = createGroups();
    const refer = () => writer.execute('insert into referring values (9)');
    const [first, second] = await statusesOf([run(groups, 1), run(groups, 2, refer)]);
    assert.match(String(first), /does not exist/);
    assert.equal(second, first);
    assert.deepEqual([numbersIn(reader), log, writer.inTransaction], [[], [`2: ${first}`], false]);
    assert.equal(await run(groups, 3), 3);
  });

  it('fail together if SQLite has rolled back the transaction of the connection', async () => {
    const groups = createGroups();
    const rollBack = () => writer.execute('insert or rollback into written values (1)');
    const [first, second, third] = await statusesOf([run(groups, 1), run(groups, 2, rollBack), run(groups, 3)]);
    assert.match(String(second), /already taken/);
    assert.deepEqual([first, third], ['A transaction of the same commit failed; try again.', 3]);
    assert.deepEqual(numbersIn(reader), [3]);
    assert.deepEqual(log, [`2: ${first}`, 1]);
  });

  it('fail together with the same error if other writes would fail, too', async () => {
    const groups = createGroups();
    const failWithoutSpace = () => {
      writer.execute('rollback');
      throw new DiskFull('The disk is full.');
    };
    const [first, second, third] = await statusesOf([run(groups, 1), run(groups, 2, failWithoutSpace), run(groups, 3)]);
    assert.deepEqual([first, second, third], ['The disk is full.', 'The disk is full.', 3]);
    assert.deepEqual(numbersIn(reader), [3]);
  });

  it('fail together if their commit cannot be stored', async () => {
    const groups = createGroups();
    storing = Promise.reject(new Error('The disk is broken.'));
    // The commit waits for it only at the end of the turn.
    storing.catch(() => {});
    const message = 'The disk is broken.';
    assert.deepEqual(await statusesOf([run(groups, 1), run(groups, 2)]), [message, message]);
  });

  it('are acknowledged only when their commit has been stored', async () => {
    const groups = createGroups();
    const { promise, resolve } = Promise.withResolvers<void>();
    storing = promise;
    let acknowledged = 0;
    const results = [run(groups, 1), run(groups, 2)].map((result) => result.then(() => acknowledged++));
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    assert.deepEqual([numbersIn(reader), acknowledged], [[1, 2], 0]);
    resolve();
    await Promise.all(results);
    assert.equal(acknowledged, 2);
  });

  it('are committed alone if they must be', async () => {
    const groups = createGroups();
    await statusesOf([run(groups, 1), run(groups, 2, undefined, true), run(groups, 3), run(groups, 4)]);
    assert.deepEqual(log, [1, 1, 2]);
  });

  it('are committed before other work has the lock', async () => {
    const groups = createGroups();
    const first = run(groups, 1);
    const exclusive = groups.runExclusive(() => [numbersIn(reader), writer.inTransaction], performance.now() + 10_000);
    const last = run(groups, 2);
    assert.deepEqual(await exclusive, [[1], false]);
    await Promise.all([first, last]);
    assert.deepEqual(log, [1, 1]);
  });
});
