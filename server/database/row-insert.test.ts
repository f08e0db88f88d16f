import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { describeEachDatabase } from '../../test/engines.ts';
import { ForeignKeyViolation, UniqueViolation } from './errors.ts';
import type { Database, ReadHandle } from './handle.ts';
import { rowInsert } from './row-insert.ts';
import { type Builder, type Slots, statement } from './statement.ts';

interface Library {
  shelves: { id: number; name: string };
  books: { id: number; title: string; shelf: number };
}
type Q = Builder<Library>;
type Shelf = Library['shelves'];
type Book = Library['books'];

// The tables are not those of the service.
const newShelves = rowInsert<Shelf>('shelves' as never, ['id', 'name'], {
  onConflict: { key: ['id'], update: ['name'] },
});
const newBooks = rowInsert<Book>('books' as never, ['id', 'title', 'shelf'], { references: [newShelves] });
const newBooksIfAbsent = rowInsert<Book>('books' as never, ['id', 'title', 'shelf'], {
  onConflict: { key: ['title'] },
});

const allShelves = statement((q: Q, _: Slots<Record<never, never>>) =>
  q.selectFrom('shelves').selectAll().orderBy('id'),
);
const allBooks = statement((q: Q, _: Slots<Record<never, never>>) => q.selectFrom('books').selectAll().orderBy('id'));
const deleteBook = statement((q: Q, p: Slots<{ id: number }>) => q.deleteFrom('books').where('id', '=', p.id));

describeEachDatabase('collected rows', (engine) => {
  let database: Database;
  const statements: string[] = [];
  before(async () => {
    database = await engine.open({ onStatement: (sql) => statements.push(sql) });
    const { integer, text } = database.dialect.types;
    await database.schemaChange(async (tx) => {
      await tx.execute(`create table shelves (id ${integer} primary key, name ${text} not null)`);
      await tx.execute(`create table books (id ${integer} primary key, title ${text} not null unique,
        shelf ${integer} not null references shelves (id))`);
    });
  });

  const shelves = (read: ReadHandle = database.read) => read.all(allShelves, {});
  const books = (read: ReadHandle = database.read) => read.all(allBooks, {});
  const titles = async (read?: ReadHandle) => (await books(read)).map(({ title }) => title);
  const inserts = () => statements.filter((sql) => /^insert into "(?:books|shelves)"/.test(sql)).length;
  /** Runs a transaction that collects rows, undoes it, and returns the result. */
  const undone = async <T>(work: Parameters<typeof database.transaction<T>>[0]): Promise<T> => {
    let result: { readonly value: T } | undefined;
    const failure = new Error('undone');
    await assert.rejects(
      database.transaction(async (tx) => {
        tx.collectInserts();
        result = { value: await work(tx) };
        throw failure;
      }),
      failure,
    );
    assert.deepEqual([await shelves(), await books()], [[], []]);
    return (result as unknown as { readonly value: T }).value;
  };

  test('are inserted by few statements, those of referenced tables first', async () => {
    statements.length = 0;
    const found = await undone(async (tx) => {
      for (let id = 1; id <= 100; id += 1) {
        await tx.insert(newBooks, { id, title: `book ${id}`, shelf: id });
        await tx.insert(newShelves, { id, name: `shelf ${id}` });
      }
      assert.equal(inserts(), 0);
      return { books: await books(tx), shelves: await shelves(tx) };
    });
    assert.deepEqual([found.books.length, found.shelves.length], [100, 100]);
    assert.deepEqual(found.books[41], { id: 42, title: 'book 42', shelf: 42 });
    assert.equal(inserts(), 8, 'three of 32 rows and one of 4, for each table');
  });

  test('are inserted one by one without collectInserts', async () => {
    statements.length = 0;
    await assert.rejects(
      database.transaction(async (tx) => {
        await tx.insert(newShelves, { id: 1, name: 'one' });
        await tx.insert(newShelves, { id: 1, name: 'two' });
        assert.equal(inserts(), 2);
        assert.deepEqual(await shelves(tx), [{ id: 1, name: 'two' }]);
        throw new Error('undone');
      }),
      /undone/,
    );
  });

  test('are inserted before statements that write, and before their table is read', async () => {
    await undone(async (tx) => {
      await tx.insert(newShelves, { id: 1, name: 'one' });
      await tx.insert(newBooks, { id: 1, title: 'first', shelf: 1 });
      assert.deepEqual(await tx.run(deleteBook, { id: 1 }), { changes: 1 });
      await tx.insert(newBooks, { id: 2, title: 'second', shelf: 1 });
      assert.deepEqual(await titles(tx), ['second']);
      await tx.insert(newBooks, { id: 3, title: 'third', shelf: 1 });
      assert.deepEqual(await titles(tx), ['second', 'third']);
    });
  });

  test('that replace each other are inserted once, and existing ones can remain', async () => {
    const found = await undone(async (tx) => {
      for (const name of ['one', 'two', 'three']) await tx.insert(newShelves, { id: 1, name });
      assert.deepEqual(await shelves(tx), [{ id: 1, name: 'three' }]);
      await tx.insert(newShelves, { id: 1, name: 'four' });
      for (const id of [1, 2]) await tx.insert(newBooksIfAbsent, { id, title: 'same', shelf: 1 });
      return { shelves: await shelves(tx), books: await books(tx) };
    });
    assert.deepEqual(found, { shelves: [{ id: 1, name: 'four' }], books: [{ id: 1, title: 'same', shelf: 1 }] });
  });

  test('are committed at the end, and an error fails the transaction', async () => {
    for (const [row, error] of [
      [{ id: 2, title: 'taken', shelf: 1 }, UniqueViolation],
      [{ id: 2, title: 'lost', shelf: 9 }, ForeignKeyViolation],
    ] as const) {
      const attempt = database.transaction(async (tx) => {
        tx.collectInserts();
        await tx.insert(newShelves, { id: 1, name: 'one' });
        await tx.insert(newBooks, { id: 1, title: 'taken', shelf: 1 });
        await tx.insert(newBooks, row);
      });
      await assert.rejects(attempt, error);
      assert.deepEqual([await shelves(), await books()], [[], []]);
    }
    await database.transaction(async (tx) => {
      tx.collectInserts();
      await tx.insert(newShelves, { id: 1, name: 'one\0' });
    });
    assert.deepEqual(await shelves(), [{ id: 1, name: 'one' }]);
  });

  test('are inserted before the end if there are many', async () => {
    await database.transaction(async (tx) => {
      tx.collectInserts();
      statements.length = 0;
      for (let id = 2; inserts() === 0; id += 1) {
        assert.ok(id < 1000, 'rows are not collected without a limit');
        await tx.insert(newShelves, { id, name: 'x' });
      }
      statements.length = 0;
      await tx.insert(newShelves, { id: 2000, name: 'x'.repeat(1_100_000) });
      assert.ok(inserts() > 0, 'long rows are inserted at once');
    });
  });
});
