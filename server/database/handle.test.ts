import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Generated, sql } from 'kysely';
import { describeEachDatabase } from '../../test/engines.ts';
import { DatabaseMisuse, ForeignKeyViolation, UniqueViolation } from './errors.ts';
import type { Database, ReadHandle, WriteHandle } from './handle.ts';
import { type Builder, type Slots, statement } from './statement.ts';

interface Shelf {
  books: { id: Generated<number>; title: string; pages: number | null; shelf: number | null };
}
type Q = Builder<Shelf>;

const addBook = statement((q: Q, p: Slots<{ title: string; pages: number | null; shelf: number | null }>) =>
  q.insertInto('books').values({ title: p.title, pages: p.pages, shelf: p.shelf }).returning('id'),
);
const bookByTitle = statement((q: Q, p: Slots<{ title: string }>) =>
  q.selectFrom('books').selectAll().where('title', '=', p.title),
);
const titles = statement((q: Q, p: Slots<{ limit: number; offset: number }>) =>
  q.selectFrom('books').select('title').orderBy('title').limit(p.limit).offset(p.offset),
);
const addPages = statement((q: Q, p: Slots<{ by: number }>) =>
  q
    .updateTable('books')
    .set({ pages: sql<number>`pages + ${p.by}` })
    .where('pages', 'is not', null),
);
const addToPages = statement((q: Q, p: Slots<{ title: string; n: number }>) =>
  q
    .updateTable('books')
    .set({ pages: sql<number>`pages + ${p.n}` })
    .where('title', '=', p.title),
);
const countBooks = statement((q: Q, _: Slots<Record<never, never>>) =>
  q.selectFrom('books').select((eb) => eb.fn.countAll<number>().as('n')),
);
const hiddenInsert = statement((q: Q, p: Slots<{ title: string }>) =>
  q
    .with('added', (db) => db.insertInto('books').values({ title: p.title }).returning('id'))
    .selectFrom('added')
    .select('id'),
);

async function shelf(database: Database): Promise<Database> {
  const { key, integer, text } = database.dialect.types;
  await database.schemaChange((tx) =>
    tx.execute(`create table books (id ${key}, title ${text} not null unique, pages ${integer},
      shelf ${integer} references books (id))`),
  );
  return database;
}

function add(tx: WriteHandle, title: string, pages: number | null = null, on: number | null = null) {
  return tx.first(addBook, { title, pages, shelf: on });
}

async function count(handle: ReadHandle): Promise<number | undefined> {
  return (await handle.first(countBooks, {}))?.n;
}

describeEachDatabase('a handle', (engine) => {
  let database: Database;
  before(async () => {
    database = await shelf(await engine.open());
    await database.transaction(async (tx) => {
      for (const title of ['b', 'a', 'c']) await add(tx, title, 100);
    });
  });

  test('returns plain rows, with integers as numbers and text as strings', async () => {
    const row = await database.read.first(bookByTitle, { title: 'b' });
    assert.deepEqual({ ...row }, { id: 1, title: 'b', pages: 100, shelf: null });
    assert.equal(await database.read.first(bookByTitle, { title: 'nowhere' }), undefined);
    assert.equal(typeof (await count(database.read)), 'number');
  });

  test('binds limit and offset', async () => {
    const rows = await database.read.all(titles, { limit: 2, offset: 1 });
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['b', 'c'],
    );
  });

  test('returns the number of changed rows', async () => {
    assert.deepEqual(await database.transaction((tx) => tx.run(addPages, { by: 1 })), { changes: 3 });
  });

  test('does not interpret values as SQL', async () => {
    const title = `'); drop table books; --"\\ ? $1 %`;
    await database.transaction((tx) => add(tx, title));
    assert.equal((await database.read.first(bookByTitle, { title }))?.title, title);
    await database.transaction((tx) => tx.run(removeBook, { title }));
  });

  test('for reads rejects every write, even a hidden one', async () => {
    await assert.rejects(database.read.first(addBook, { title: 'x', pages: 1, shelf: null }), DatabaseMisuse);
    await assert.rejects(database.read.first(hiddenInsert, { title: 'x' }), DatabaseMisuse);
    const disguised = statement(
      (_: Q, p: Slots<{ by: number }>) => sql`select 1 where ${p.by} = 1; delete from ${sql.table('books')}`,
    );
    await assert.rejects(database.read.all(disguised, { by: 1 }));
    assert.equal(await count(database.read), 3);
  });

  test('rejects missing parameters and booleans', async () => {
    await assert.rejects(database.read.first(bookByTitle, {} as never), /"title": missing/);
    await assert.rejects(database.read.first(bookByTitle, { title: true as never }), /boolean/);
    await assert.rejects(database.read.first(bookByTitle, { title: ['a'] as never }), /inList/);
    // @ts-expect-error: a name that is not a parameter is a type error.
    await database.read.first(bookByTitle, { title: 'a', author: 'b' });
  });

  test('throws after its transaction has ended', async () => {
    let handle: WriteHandle | undefined;
    await database.transaction(async (tx) => {
      handle = tx;
    });
    assert.ok(handle);
    await assert.rejects(add(handle, 'late'), DatabaseMisuse);
    await assert.rejects(handle.all(titles, { limit: 1, offset: 0 }), DatabaseMisuse);
    await assert.rejects(handle.lock('late'), DatabaseMisuse);
    assert.throws(() => handle?.afterCommit(() => {}), DatabaseMisuse);
  });

  test('throws UniqueViolation and ForeignKeyViolation', async () => {
    await assert.rejects(
      database.transaction((tx) => add(tx, 'a')),
      UniqueViolation,
    );
    await assert.rejects(
      database.transaction((tx) => add(tx, 'd', 1, 999)),
      ForeignKeyViolation,
    );
  });
});

const removeBook = statement((q: Q, p: Slots<{ title: string }>) => q.deleteFrom('books').where('title', '=', p.title));

describeEachDatabase('a transaction', (engine) => {
  let database: Database;
  before(async () => {
    database = await shelf(await engine.open());
  });

  test('sees its own writes, and its effects run in order after the commit', async () => {
    const log: string[] = [];
    await database.transaction(async (tx) => {
      await add(tx, 'seen');
      assert.equal(await count(tx), 1);
      tx.afterCommit(() => log.push('first'));
      tx.afterCommit(() => log.push('second'));
      log.push('work');
    });
    assert.deepEqual(log, ['work', 'first', 'second']);
  });

  test('that throws is rolled back and runs no effects', async () => {
    let effects = 0;
    const before = await count(database.read);
    const failing = database.transaction(async (tx) => {
      await add(tx, 'undone');
      tx.afterCommit(() => effects++);
      throw new RangeError('changed my mind');
    });
    await assert.rejects(failing, RangeError);
    assert.equal(await count(database.read), before);
    assert.equal(effects, 0);
  });

  test('fails when a statement failed, even if the error was caught', async () => {
    const before = await count(database.read);
    const stubborn = database.transaction(async (tx) => {
      await add(tx, 'kept?');
      await add(tx, 'seen').catch(() => {});
    });
    await assert.rejects(stubborn, UniqueViolation);
    assert.equal(await count(database.read), before);
  });

  test('fails with the error of the first statement that failed, even if its result was not needed', async () => {
    const initial = await count(database.read);
    const row = (title: string) => ({ title, pages: null, shelf: null });
    for (const readsAfterwards of [false, true]) {
      const failing = database.transaction(async (tx) => {
        await tx.send(addBook, row('sent'));
        await tx.send(addBook, row('seen')).catch(() => {});
        await tx.send(addBook, row('later')).catch(() => {});
        if (readsAfterwards) await tx.first(countBooks, {});
      });
      await assert.rejects(failing, UniqueViolation);
      assert.equal(await count(database.read), initial);
    }
    await database.transaction(async (tx) => {
      await tx.send(addBook, row('sent'));
      assert.equal(Number((await tx.first(countBooks, {}))?.n), Number(initial) + 1);
      await tx.send(addBook, row('sent last'));
    });
    assert.equal(await count(database.read), Number(initial) + 2);
  });

  test('adds to counters at its end, once each and in a fixed order', async () => {
    const observed: string[] = [];
    const counted = await shelf(
      await engine.open({ onStatement: (sql) => void (/^update/.test(sql) && observed.push(sql)) }),
    );
    const pagesOf = async (handle: ReadHandle, title: string) => (await handle.first(bookByTitle, { title }))?.pages;
    await counted.transaction(async (tx) => {
      for (const title of ['one', 'two', 'three']) await add(tx, title, 100);
    });
    await counted.transaction(async (tx) => {
      await tx.add(addToPages, { title: 'two' }, 1);
      await tx.add(addToPages, { title: 'one' }, 5);
      await tx.add(addToPages, { title: 'three' }, 1);
      await tx.add(addToPages, { title: 'two' }, 2);
      await tx.add(addToPages, { title: 'three' }, -1);
      assert.deepEqual(observed, []);
    });
    assert.equal(observed.length, 2);
    assert.deepEqual(
      [await pagesOf(counted.read, 'one'), await pagesOf(counted.read, 'two'), await pagesOf(counted.read, 'three')],
      [105, 103, 100],
    );
    await counted.transaction(async (tx) => {
      await tx.add(addToPages, { title: 'one' }, 1);
      assert.equal(await pagesOf(tx, 'one'), 106, 'a statement of the transaction sees the addition');
      await tx.add(addToPages, { title: 'one' }, 1);
      await tx.run(addPages, { by: 10 });
      await tx.add(addToPages, { title: 'one' }, 1);
    });
    assert.equal(await pagesOf(counted.read, 'one'), 118);
    // In opposite orders, two transactions would wait for each other.
    await Promise.all(
      [...Array(20).keys()].map((n) =>
        counted.transaction(async (tx) => {
          for (const title of n % 2 === 0 ? ['one', 'two'] : ['two', 'one']) await tx.add(addToPages, { title }, 1);
        }),
      ),
    );
    assert.deepEqual([await pagesOf(counted.read, 'one'), await pagesOf(counted.read, 'two')], [138, 133]);
  });

  test('adds nothing to counters if it is rolled back', async () => {
    await database.transaction((tx) => add(tx, 'counted', 100));
    const failing = database.transaction(async (tx) => {
      await tx.add(addToPages, { title: 'counted' }, 1);
      throw new Error('The work failed.');
    });
    await assert.rejects(failing, /The work failed/);
    assert.equal((await database.read.first(bookByTitle, { title: 'counted' }))?.pages, 100);
  });

  test('inside a transaction is rejected instead of deadlocking', async () => {
    const nested = database.transaction(() => database.transaction(async () => 1));
    await assert.rejects(nested, /inside a transaction/);
  });

  test('can be followed by another one from its effects', async () => {
    let later: Promise<number> | undefined;
    await database.transaction(async (tx) => {
      tx.afterCommit(() => {
        later = database.transaction(async () => 7);
      });
    });
    assert.equal(await later, 7);
  });

  test('runs concurrent statements', async () => {
    await database.transaction(async (tx) => {
      await Promise.all(['p', 'q', 'r'].map((title) => add(tx, title)));
    });
    assert.ok(await database.read.first(bookByTitle, { title: 'r' }));
  });

  test('that holds a lock excludes others', async () => {
    const log: string[] = [];
    const stay = (name: string) =>
      database.transaction(async (tx) => {
        await tx.lock('the desk');
        log.push(`${name} in`);
        await pause(30);
        log.push(`${name} out`);
      });
    await Promise.all([stay('1'), stay('2')]);
    assert.deepEqual(
      log.map((line) => line.slice(2)),
      ['in', 'out', 'in', 'out'],
    );
  });

  test('tries to acquire a lock without waiting', async () => {
    const results: unknown[] = [];
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holder = database.transaction(async (tx) => {
      results.push(await tx.tryLock('the desk'));
      held.resolve();
      // The only writer of SQLite would wait for itself.
      if (engine.name === 'postgres') await released.promise;
    });
    await held.promise;
    const attempt = () => database.transaction((tx) => tx.tryLock('the desk'));
    results.push(await attempt());
    released.resolve();
    await holder;
    results.push(await attempt());
    assert.deepEqual(results, [true, engine.name !== 'postgres', true]);
  });

  test('and its statements are counted', async () => {
    const seen: string[] = [];
    const watched = await shelf(await engine.open({ onStatement: (sql) => seen.push(sql) }));
    seen.length = 0;
    const before = watched.statistics();
    await watched.transaction((tx) => add(tx, 'one'));
    await watched.read.first(bookByTitle, { title: 'one' });
    assert.equal(seen.length, 2);
    assert.match(seen[0] ?? '', /^insert into "books"/);
    const { statements, transactions } = watched.statistics();
    assert.deepEqual([statements - before.statements, transactions - before.transactions], [2, 1]);
  });

  test('is rejected after close, which may be called twice', async () => {
    const closing = await shelf(await engine.open());
    await closing.close();
    await closing.close();
    await assert.rejects(
      closing.transaction(async () => 1),
      DatabaseMisuse,
    );
    await assert.rejects(count(closing.read), DatabaseMisuse);
  });
});
