// Tests that a search finds the same entries as a scan of their texts, at any moment between writes, updates of the index and restarts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { posts } from '../../contract/cms-v2/posts.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { insertEntryWithId, takeEntryIds } from '../cms-v2/entries/store.ts';
import type { GeneratedPost } from '../generate/posts.ts';
import { composePost } from '../generate/save-many.ts';
import { Connection } from './dialects/sqlite/connection.ts';
import { mergeIndex, updateIndex } from './dialects/sqlite/update-index.ts';
import { DatabaseBusy } from './errors.ts';
import type { Database, ReadHandle } from './handle.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { type DatabaseLocation, openDatabase } from './open.ts';
import { type Builder, type Slots, statement } from './statement.ts';

const columns = ['title', 'excerpt', 'content'] as const;
interface Text {
  entry_id: number;
  title: string;
  excerpt: string;
  content: string;
  indexed: number;
}
type Q = Builder<{ entry_text: Text }>;

const write = statement((q: Q, p: Slots<Text>) => {
  const { entry_id, title, excerpt, content, indexed } = p;
  const values = { title, excerpt, content, indexed };
  return q
    .insertInto('entry_text')
    .values({ entry_id, ...values })
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(values));
});
const setIndexed = statement((q: Q, p: Slots<{ id: number; indexed: number }>) =>
  q.updateTable('entry_text').set({ indexed: p.indexed }).where('entry_id', '=', p.id),
);
const remove = statement((q: Q, p: Slots<{ id: number }>) => q.deleteFrom('entry_text').where('entry_id', '=', p.id));
const removeAll = statement((q: Q) => q.deleteFrom('entry_text'));
const searchFor = (searched: readonly (typeof columns)[number][]) => ({
  one: statement((q: Q, p: Slots<{ a: string }>) =>
    q
      .selectFrom('entry_text')
      .select('entry_id as id')
      .where('indexed', '=', 1)
      .where('entry_id', 'in', sql<number>`(${q.dialect.textCandidates(searched, [p.a])})`),
  ),
  both: statement((q: Q, p: Slots<{ a: string; b: string }>) =>
    q
      .selectFrom('entry_text')
      .select('entry_id as id')
      .where('indexed', '=', 1)
      .where('entry_id', 'in', sql<number>`(${q.dialect.textCandidates(searched, [p.a, p.b])})`),
  ),
});
const everywhere = searchFor(columns);
const inTitles = searchFor(['title']);

// Few words, so that texts share them; some contain characters of the query language or of several bytes.
const word = fc.constantFrom('sealed', 'room', 'sea', '日本語', 'a"b*c', 'oom s', 'éàü', 'x'.repeat(20), '😀😀😀');
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const maxId = 6;
const id = fc.integer({ min: 1, max: maxId });
const indexed = fc.constantFrom(0, 1);

type Step =
  | { readonly kind: 'write'; readonly row: Text }
  | { readonly kind: 'failing write'; readonly row: Text }
  | { readonly kind: 'trash or restore'; readonly id: number; readonly indexed: number }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'update index' | 'merge' | 'restart' | 'wait' };

const row = fc.record({ entry_id: id, title: text, excerpt: text, content: text, indexed });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: row.map((each) => ({ kind: 'write' as const, row: each })) },
  { weight: 1, arbitrary: row.map((each) => ({ kind: 'failing write' as const, row: each })) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('trash or restore' as const), id, indexed }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'update index' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'merge' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'wait' as const }) },
);

/** Runs a step of the index on a separate connection, as another process does. */
function onSeparateConnection(location: DatabaseLocation, work: (connection: Connection) => void): void {
  if (location.kind !== 'sqlite') return;
  const connection = new Connection(location.file, { readonly: false });
  try {
    work(connection);
  } catch (error) {
    // The background work of the open database is writing.
    if (!(error instanceof DatabaseBusy)) throw error;
  } finally {
    connection.close();
  }
}

async function assertEqualsScan(read: ReadHandle, model: ReadonlyMap<number, Text>, [a, b]: readonly [string, string]) {
  const scan = (searched: readonly (typeof columns)[number][], words: readonly string[]) =>
    [...model.values()]
      .filter((each) => each.indexed === 1)
      .filter((each) => words.every((one) => searched.some((column) => each[column].includes(one))))
      .map(({ entry_id }) => entry_id)
      .sort();
  const ids = (rows: readonly { id: number }[]) => rows.map((each) => each.id).sort();
  assert.deepEqual(ids(await read.all(everywhere.one, { a })), scan(columns, [a]));
  assert.deepEqual(ids(await read.all(inTitles.one, { a })), scan(['title'], [a]));
  assert.deepEqual(ids(await read.all(everywhere.both, { a, b })), scan(columns, [a, b]));
}

describeEachEngine('a search', (engine) => {
  test('equals a scan between writes, updates of the index, merges and restarts', { timeout: 300_000 }, async () => {
    const location = await engine.location();
    const open = () => openDatabase(location);
    let database: Database = await open();
    await migrate(database, migrations);
    const post = { title: '', content: '', guid: '', date: '2026-01-01T00:00:00', author: 0 };
    const entry = { ...composePost(posts, post as GeneratedPost), path: '' };
    await database.transaction(async (tx) => {
      for (const id of await takeEntryIds(tx, maxId))
        await insertEntryWithId(tx, { ...entry, id, slug: `${id}`, slug_before_trash: null });
    });
    const model = new Map<number, Text>();
    const perform = async (each: Step) => {
      if (each.kind === 'write') {
        await database.transaction((tx) => tx.run(write, each.row));
        model.set(each.row.entry_id, each.row);
      } else if (each.kind === 'failing write') {
        // Another transaction is committed with it.
        const failing = database.transaction(async (tx) => {
          await tx.run(write, each.row);
          throw new Error('fails');
        });
        const passing = database.transaction((tx) => tx.run(remove, { id: -1 }));
        await assert.rejects(failing, /fails/);
        await passing;
      } else if (each.kind === 'trash or restore') {
        await database.transaction((tx) => tx.run(setIndexed, { id: each.id, indexed: each.indexed }));
        const previous = model.get(each.id);
        if (previous) model.set(each.id, { ...previous, indexed: each.indexed });
      } else if (each.kind === 'delete') {
        await database.transaction((tx) => tx.run(remove, { id: each.id }));
        model.delete(each.id);
      } else if (each.kind === 'update index')
        onSeparateConnection(location, (connection) => updateIndex(connection, 0));
      else if (each.kind === 'merge')
        onSeparateConnection(location, (connection) =>
          mergeIndex(connection, { pages: 24, pagesAtOnce: 24, budgetMs: 10 }),
        );
      else if (each.kind === 'restart') {
        await database.close();
        database = await open();
      } else await pause(120);
    };
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(step, word, word), { maxLength: 25 }), async (steps) => {
          await database.transaction((tx) => tx.run(removeAll, {}));
          model.clear();
          for (const [each, a, b] of steps) {
            await perform(each);
            await assertEqualsScan(database.read, model, [a, b]);
          }
          await database.transaction((tx) => assertEqualsScan(tx, model, ['sea', 'room']));
        }),
        { numRuns: 60 },
      );
    } finally {
      await database.close();
    }
  });
});
