import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { describeEachDatabase } from '../../test/engines.ts';
import type { Database } from './handle.ts';
import { type Builder, type Slots, statement } from './statement.ts';

interface Numbers {
  numbers: { n: number; word: string };
}
type Q = Builder<Numbers>;

const addAll = statement((q: Q, p: Slots<{ n: number; word: string }>) =>
  q.insertInto('numbers').values({ n: p.n, word: p.word }),
);
const byNumbers = statement((q: Q, p: Slots<{ list: readonly number[] }>) =>
  q.selectFrom('numbers').select('n').where(q.dialect.inList('n', p.list)).orderBy('n'),
);
const notByNumbers = statement((q: Q, p: Slots<{ list: readonly number[] }>) =>
  q
    .selectFrom('numbers')
    .select('n')
    .where((eb) => eb.not(q.dialect.inList('numbers.n', p.list)))
    .orderBy('n'),
);
const byWords = statement((q: Q, p: Slots<{ list: readonly string[] }>) =>
  q.selectFrom('numbers').select('n').where(q.dialect.inTextList('word', p.list)).orderBy('n'),
);
const orderedByList = statement((q: Q, p: Slots<{ list: readonly number[] }>) =>
  q.selectFrom('numbers').select('n').orderBy(q.dialect.orderByList('n', p.list)).orderBy('n'),
);
const afterPosition = statement((q: Q, p: Slots<{ word: string; n: number }>) => {
  const all = q.selectFrom('numbers').select(['n', 'word']);
  const queries = q.dialect
    .afterPosition(sql.ref('word'), sql.ref('n'), { key: p.word, id: p.n }, 'desc')
    .map((c) => all.where(c));
  return queries
    .reduce((some, more) => some.unionAll(more))
    .orderBy(sql`word desc`)
    .orderBy(sql`n desc`);
});
const copyListed = statement((q: Q, p: Slots<{ list: readonly string[]; n: number }>) =>
  q
    .insertInto('numbers')
    .columns(['n', 'word'])
    .expression(
      q
        .selectFrom(q.dialect.listedTexts(p.list))
        .select([sql<number>`cast(${p.n} as bigint) + length(listed.value)`.as('n'), 'listed.value as word'])
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.column('n').doUpdateSet((eb) => ({ word: eb.ref('excluded.word') }))),
);
const deleteFrom = statement((q: Q, p: Slots<{ n: number }>) => q.deleteFrom('numbers').where('n', '>=', p.n));
const wordsFrom = statement((q: Q, p: Slots<{ n: number }>) =>
  q.selectFrom('numbers').select(['n', 'word']).where('n', '>=', p.n).orderBy('n'),
);
const sortedWords = statement((q: Q, _: Slots<Record<never, never>>) =>
  q.selectFrom('numbers').select('word').orderBy('word'),
);

const WORDS = ['zero', 'One', 'it\'s {"two"}', 'Ärger', 'a,b'];

describeEachDatabase('the dialect', (engine) => {
  let database: Database;
  before(async () => {
    database = await engine.open();
    const { integer, text } = database.dialect.types;
    await database.schemaChange((tx) => tx.execute(`create table numbers (n ${integer} primary key, word ${text})`));
    await database.transaction(async (tx) => {
      for (const [n, word] of WORDS.entries()) await tx.run(addAll, { n, word });
    });
  });
  const numbers = async (rows: Promise<{ n: number }[]>) => (await rows).map(({ n }) => n);

  test('inList supports lists of any length in one statement', async () => {
    assert.deepEqual(await numbers(database.read.all(byNumbers, { list: [] })), []);
    assert.deepEqual(await numbers(database.read.all(byNumbers, { list: [3] })), [3]);
    const many = Array.from({ length: 10_000 }, (_, i) => i + 2);
    assert.deepEqual(await numbers(database.read.all(byNumbers, { list: many })), [2, 3, 4]);
  });

  test('afterPosition finds the rows after a position in a descending order', async () => {
    const behind = async (word: string, n: number) => numbers(database.read.all(afterPosition, { word, n }));
    // Ordered by bytes: Ärger, zero, it's, a,b, One.
    assert.deepEqual(await behind('zero', 0), [2, 4, 1]);
    assert.deepEqual(await behind('zero', 1), [0, 2, 4, 1]);
    assert.deepEqual(await behind('b', 100), [4, 1]);
    assert.deepEqual(await behind('One', 1), []);
  });

  test('inList can be negated', async () => {
    assert.deepEqual(await numbers(database.read.all(notByNumbers, { list: [0, 2] })), [1, 3, 4]);
    assert.deepEqual(await numbers(database.read.all(notByNumbers, { list: [] })), [0, 1, 2, 3, 4]);
  });

  test('inTextList matches complete strings with any characters', async () => {
    assert.deepEqual(await numbers(database.read.all(byWords, { list: [] })), []);
    assert.deepEqual(await numbers(database.read.all(byWords, { list: WORDS.slice(2) })), [2, 3, 4]);
    assert.deepEqual(await numbers(database.read.all(byWords, { list: ['one', 'a', 'b', '"', '{}'] })), []);
  });

  test('listedTexts inserts or updates a row for each string of a list in one statement', async () => {
    const copy = (list: readonly string[], n: number) =>
      database.transaction((tx) => tx.run(copyListed, { list, n })).then(({ changes }) => changes);
    assert.equal(await copy([], 100), 0);
    assert.equal(await copy(['a', 'b"', "it's {2}"], 100), 3);
    assert.equal(await copy(['é'], 100), 1, 'updates the row of the first string');
    assert.deepEqual(
      (await database.read.all(wordsFrom, { n: 100 })).map(({ n, word }) => [n, word]),
      [
        [101, 'é'],
        [102, 'b"'],
        [108, "it's {2}"],
      ],
    );
    await database.transaction((tx) => tx.run(deleteFrom, { n: 100 }));
  });

  test('orderByList orders rows by a list, with other rows last', async () => {
    assert.deepEqual(await numbers(database.read.all(orderedByList, { list: [4, 0, 13, 2] })), [4, 0, 2, 1, 3]);
    assert.deepEqual(await numbers(database.read.all(orderedByList, { list: [] })), [0, 1, 2, 3, 4]);
  });

  test('text is ordered by bytes', async () => {
    const words = (await database.read.all(sortedWords, {})).map(({ word }) => word);
    assert.deepEqual(words, ['One', 'a,b', 'it\'s {"two"}', 'zero', 'Ärger']);
  });
});
