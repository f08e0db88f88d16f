import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { newCounts } from '../../counts.ts';
import { DatabaseBusy, DatabaseUnusable, DiskFull } from '../../errors.ts';
import { openDatabase } from '../../open.ts';
import { type Builder, type Slots, statement } from '../../statement.ts';
import { Disk } from './disk.ts';
import type { WriteLock } from './group-commit.ts';
import { syncData } from './log-sync.ts';
import { openFile } from './open-file.ts';
import { Reader } from './reader.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-test-'));
});
after(() => rm(folder, { recursive: true }));

type Q = Builder<{ t: { n: number } }>;
const addOne = statement((q: Q, p: Slots<{ n: number }>) => q.insertInto('t').values({ n: p.n }));
const total = statement((q: Q, _: Slots<Record<never, never>>) =>
  q.selectFrom('t').select((eb) => eb.fn.sum<number>('n').as('sum')),
);

async function create(name: string, busyTimeoutMs?: number) {
  const file = join(folder, name);
  const database = await openDatabase({ kind: 'sqlite', file }, busyTimeoutMs === undefined ? {} : { busyTimeoutMs });
  await database.schemaChange((tx) => tx.execute('create table if not exists t (n integer)'));
  return { file, database };
}

test('a full database rejects writes with DiskFull and sets lastWriteFailed until a write succeeds', async () => {
  const { database } = await create('full.db');
  const fill = () =>
    database.transaction(async (tx) => {
      for (let n = 0; n < 5000; n += 1) await tx.run(addOne, { n });
    });
  await database.schemaChange((tx) => tx.execute('pragma max_page_count = 8'));
  assert.equal(database.lastWriteFailed, false);
  await assert.rejects(fill(), DiskFull);
  assert.equal(database.lastWriteFailed, true);
  assert.equal((await database.read.first(total, {}))?.sum, null, 'the transaction was rolled back');
  await database.schemaChange((tx) => tx.execute('pragma max_page_count = 100000'));
  await fill();
  assert.equal(database.lastWriteFailed, false);
  await database.close();
});

describe('opening an SQLite file', () => {
  const assertRejected = (file: string, message: RegExp) =>
    assert.rejects(openDatabase({ kind: 'sqlite', file }), (error) => {
      assert.ok(error instanceof DatabaseUnusable, String(error));
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });

  test('rejects a missing folder', () => assertRejected(join(folder, 'no/such/a.db'), /does not exist/));

  test('rejects a folder without write permission', () =>
    assertRejected('/proc/octavo.db', /is not writable|cannot be opened/));

  test('rejects a file that is not a database', async () => {
    const file = join(folder, 'letter.txt');
    await writeFile(file, 'Dear reader, '.repeat(100));
    await assertRejected(file, /not a database.*letter\.txt/);
  });

  test('rejects the database of another program and does not change it', async () => {
    const file = join(folder, 'other.db');
    const other = new BetterSqlite(file);
    other.exec('create table diary (day text)');
    other.close();
    await assertRejected(file, /another program/);
    assert.equal(new BetterSqlite(file).pragma('journal_mode', { simple: true }), 'delete');
  });

  test('follows a symbolic link to the file and its log', async () => {
    await mkdir(join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere', 'real.db'), join(folder, 'link.db'));
    const { database } = await create('link.db');
    await database.transaction((tx) => tx.run(addOne, { n: 1 }));
    assert.deepEqual(await database.read.first(total, {}), { sum: 1 });
    await database.close();
  });

  test('reads what was written before', async () => {
    const { database } = await create('again.db');
    await database.transaction((tx) => tx.run(addOne, { n: 5 }));
    await database.close();
    const { database: again } = await create('again.db');
    assert.deepEqual(await again.read.first(total, {}), { sum: 5 });
    await again.close();
  });
});

describe('the read connection', () => {
  test('is read-only in SQLite itself', async () => {
    const { file, database } = await create('readonly.db');
    const compiled = addOne.compile(database.dialect);
    const reader = new Reader(file, 0);
    assert.throws(() => reader.connection.run(compiled, [1]), DatabaseUnusable);
    reader.connection.close();
    await database.close();
  });

  test('does not wait for a writer and sees its changes only after the commit', async () => {
    const { database } = await create('readers.db');
    const written = Promise.withResolvers<void>();
    const hasRead = Promise.withResolvers<void>();
    const writing = database.transaction(async (tx) => {
      await tx.run(addOne, { n: 1 });
      written.resolve();
      await hasRead.promise;
    });
    await written.promise;
    assert.deepEqual(await database.read.first(total, {}), { sum: null });
    hasRead.resolve();
    await writing;
    assert.deepEqual(await database.read.first(total, {}), { sum: 1 });
    await database.close();
  });

  test('reads the state of the transaction from within, also what is committed together with it', async () => {
    const { database } = await create('together.db');
    const readAndAdd = (n: number) =>
      database.transaction(async (tx) => {
        const before = await database.read.first(total, {});
        await tx.run(addOne, { n });
        return [before?.sum, (await database.read.first(total, {}))?.sum];
      });
    const failing = database.transaction(async (tx) => {
      await tx.run(addOne, { n: 100 });
      assert.equal((await database.read.first(total, {}))?.sum, 100);
      throw new Error('The transaction failed.');
    });
    const results = Promise.all([readAndAdd(1), readAndAdd(2), readAndAdd(3)]);
    await assert.rejects(failing, /The transaction failed/);
    assert.deepEqual(await results, [
      [null, 1],
      [1, 3],
      [3, 6],
    ]);
    assert.deepEqual(await database.read.first(total, {}), { sum: 6 });
    await database.close();
  });

  test('counts tables as changed when a transaction ends, is committed, and is rolled back', async () => {
    const { database } = await create('changes.db');
    const { changes } = database;
    const isChangedSince = (version: number) => changes.haveTablesChangedSince(version, ['t']);
    const atEnd: boolean[] = [];
    let version = changes.version();
    const first = database.transaction((tx) => tx.run(addOne, { n: 1 }));
    const second = database.transaction(async () => {
      atEnd.push(isChangedSince(version));
      version = changes.version();
    });
    await Promise.all([first, second]);
    assert.deepEqual(atEnd, [true], 'before the commit that both share');
    assert.ok(isChangedSince(version), 'at the commit');
    version = changes.version();
    const failing = database.transaction(async (tx) => {
      await tx.run(addOne, { n: 1 });
      throw new Error('The transaction failed.');
    });
    await assert.rejects(failing);
    assert.ok(isChangedSince(version), 'at the rollback');
    await database.close();
  });
});

describe('waiting for another writer', () => {
  test('throws DatabaseBusy at the limit, without blocking the event loop', async () => {
    const { file, database } = await create('busy.db', 200);
    const other = new BetterSqlite(file);
    other.exec('begin immediate');
    const countTicks = async () => {
      let ticks = 0;
      const ticking = setInterval(() => ticks++, 5);
      await assert.rejects(
        database.transaction((tx) => tx.run(addOne, { n: 1 })),
        DatabaseBusy,
      );
      clearInterval(ticking);
      return ticks;
    };
    // If the wait blocked the event loop, there would be at most one, even on an idle machine. A busy machine may block it, too.
    for (let ticks = await countTicks(), attempts = 1; ticks < 3; ticks = await countTicks(), attempts += 1)
      assert.ok(attempts < 10, `${ticks} ticks`);
    other.close();
    await database.close();
  });

  test('succeeds when the lock is released in time', async () => {
    const { file, database } = await create('patient.db');
    const other = new BetterSqlite(file);
    other.exec('begin immediate');
    setTimeout(() => other.close(), 50);
    await database.transaction((tx) => tx.run(addOne, { n: 3 }));
    assert.deepEqual(await database.read.first(total, {}), { sum: 3 });
    await database.close();
  });

  test('throws DatabaseBusy in the same process too, and the lock goes to the next transaction', async () => {
    const { database } = await create('turns.db', 30);
    const long = database.transaction(() => pause(80));
    await assert.rejects(
      database.transaction(async () => 1),
      DatabaseBusy,
    );
    await long;
    assert.equal(await database.transaction(async () => 2), 2);
    await database.close();
  });
});

describe('planner statistics', () => {
  const known = statement(
    (_: Q, __: Slots<Record<never, never>>) => sql<{ idx: string }>`select idx from ${sql.table('sqlite_stat1')}`,
  );

  /** Creates a database with an index that has no statistics yet. */
  async function createWithIndex(name: string) {
    const created = await create(name);
    await created.database.schemaChange((tx) => tx.execute('create index t_by_n on t (n)'));
    await created.database.transaction(async (tx) => {
      for (let n = 0; n < 200; n++) await tx.run(addOne, { n });
    });
    return created;
  }

  test('are refreshed on request and visible to the reader', async () => {
    const { database } = await createWithIndex('optimized.db');
    await database.optimize();
    assert.deepEqual(await database.read.all(known, {}), [{ idx: 't_by_n' }]);
    await database.close();
  });

  test('are refreshed when another process has stopped writing', async () => {
    const { file, database } = await createWithIndex('examined.db');
    // The thread that refreshes the statistics is running from now on, so that its next attempt does not begin too late.
    await database.optimize();
    await database.schemaChange((tx) => tx.execute('create index t_by_n_again on t (n)'));
    const other = new BetterSqlite(file);
    other.exec('begin immediate');
    setTimeout(() => other.close(), 500);
    await database.optimize();
    assert.deepEqual((await database.read.all(known, {})).map(({ idx }) => idx).sort(), ['t_by_n', 't_by_n_again']);
    await database.close();
  });

  test('are not refreshed after the database was closed, although another process has stopped writing', async () => {
    const { file, database } = await createWithIndex('closed.db');
    const other = new BetterSqlite(file);
    other.exec('begin immediate');
    const refreshed = database.optimize();
    await pause(100);
    await database.close();
    await refreshed;
    other.exec('rollback');
    await pause(100);
    const { n } = other.prepare("select count(*) as n from sqlite_schema where name = 'sqlite_stat1'").get() as {
      n: number;
    };
    assert.equal(n, 0);
    other.close();
  });

  test('are loaded when another process has stopped writing', async () => {
    const { file, writer } = await openFile(join(folder, 'loaded.db'), 1000);
    const other = new BetterSqlite(file);
    // Another process begins to write between the two steps.
    const writeLock: WriteLock = {
      runExclusive: async (work) => {
        other.exec('begin immediate');
        setTimeout(() => other.close(), 100);
        return work();
      },
    };
    const disk = await Disk.open(file, writer, writeLock, newCounts(), { busyTimeoutMs: 1000, sync: syncData });
    await disk.optimize();
    await disk.stopBackgroundWork();
    await disk.close();
    writer.close();
  });
});
