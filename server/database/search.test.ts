import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { describeEachDatabase } from '../../test/engines.ts';
import type { Database } from './handle.ts';
import { pendingSearchIndex } from './migrations/0023-pending-texts.ts';
import { createCostOfTexts } from './migrations/0025-cost-of-texts.ts';
import { type Builder, type Slots, statement } from './statement.ts';

interface Texts {
  posts: { id: number };
  entry_text: { entry_id: number; title: string; excerpt: string; content: string };
}
type Q = Builder<Texts>;

const addPost = statement((q: Q, p: Slots<{ id: number }>) => q.insertInto('posts').values({ id: p.id }));
const addText = statement((q: Q, p: Slots<{ id: number; title: string; content: string }>) =>
  q.insertInto('entry_text').values({ entry_id: p.id, title: p.title, excerpt: '', content: p.content }),
);
const changeTitle = statement((q: Q, p: Slots<{ id: number; title: string }>) =>
  q.updateTable('entry_text').set({ title: p.title }).where('entry_id', '=', p.id),
);
const removePost = statement((q: Q, p: Slots<{ id: number }>) => q.deleteFrom('posts').where('id', '=', p.id));
const containing = statement((q: Q, p: Slots<{ text: string }>) =>
  q
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', sql<number>`(${q.dialect.textCandidates(['title', 'excerpt', 'content'], [p.text])})`)
    .orderBy('id'),
);
const titled = statement((q: Q, p: Slots<{ text: string }>) =>
  q
    .selectFrom('entry_text')
    .select('entry_id as id')
    .where('entry_id', 'in', sql<number>`(${q.dialect.textCandidates(['title'], [p.text])})`)
    .orderBy('id'),
);
const withBoth = statement((q: Q, p: Slots<{ text: string; other: string }>) =>
  q
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', sql<number>`(${q.dialect.textCandidates(['title', 'excerpt', 'content'], [p.text, p.other])})`),
);

const TEXTS = [
  ['a sealed room', 'the word zyzzyva is here'],
  ['100% sure', 'under_score and back\\slash'],
  ['she said "yes" or no', 'title : near(x, y) * ^start'],
  ['日本語の本', 'short: ab'],
] as const;

describeEachDatabase('search', (engine) => {
  let database: Database;
  const find = async (text: string, by = containing) => (await database.read.all(by, { text })).map(({ id }) => id);

  before(async () => {
    database = await engine.open();
    const { integer, text } = database.dialect.types;
    await database.schemaChange(async (tx) => {
      await tx.execute(`create table posts (id ${integer} primary key)`);
      await tx.execute(`create table entry_text (
        entry_id ${integer} not null primary key references posts (id) on delete cascade,
        title ${text} not null, excerpt ${text} not null, content ${text} not null, indexed ${integer} not null default 1)`);
      const postgresIndex = `${tx.dialect.createSearchIndex()}; ${createCostOfTexts}`;
      await tx.execute(tx.dialect.engine === 'sqlite' ? pendingSearchIndex : postgresIndex);
    });
    await database.transaction(async (tx) => {
      for (const [id, [title, content]] of TEXTS.entries()) {
        await tx.run(addPost, { id });
        await tx.run(addText, { id, title, content });
      }
    });
  });

  test('finds a part of a word in the requested columns', async () => {
    assert.deepEqual(await find('zzyv'), [0]);
    assert.deepEqual(await find('zzyv', titled), []);
    assert.deepEqual(await find('sea', titled), [0]);
    assert.deepEqual(await find('not there'), []);
  });

  test('finds three characters of any script', async () => {
    assert.deepEqual(await find('本語の'), [3]);
    assert.deepEqual(await find('語本の'), []);
  });

  test('finds entries that contain all of several texts', async () => {
    const both = async (text: string, other: string) =>
      (await database.read.all(withBoth, { text, other })).map(({ id }) => id);
    assert.deepEqual(await both('sealed', 'zyzzyva'), [0]);
    assert.deepEqual(await both('sealed', '" OR "yes'), []);
    assert.deepEqual(await both('sealed', 'under'), []);
  });

  test('treats every character literally', async () => {
    assert.deepEqual(await find('0% '), [1]);
    assert.deepEqual(await find('r_sc'), [1]);
    assert.deepEqual(await find('k\\s'), [1]);
    assert.deepEqual(await find('%%%'), []);
    assert.deepEqual(await find('___'), []);
    assert.deepEqual(await find('"yes" or'), [2]);
    assert.deepEqual(await find('title : near(x, y) * ^st'), [2]);
    assert.deepEqual(await find('" OR title : "'), []);
    assert.deepEqual(await find('not there" OR "zyzzyva'), []);
    assert.deepEqual(await find('not there" OR content : zyzzyva OR "'), []);
    assert.deepEqual(await find(`'); drop table posts; --`), []);
    assert.deepEqual(await find('zz\0yva'), [0]);
  });

  test('reflects updates and deletions', async () => {
    await database.transaction((tx) => tx.run(changeTitle, { id: 0, title: 'an open door' }));
    assert.deepEqual(await find('sealed'), []);
    assert.deepEqual(await find('open door'), [0]);
    await database.transaction((tx) => tx.run(removePost, { id: 2 }));
    assert.deepEqual(await find('said'), []);
  });

  test('finds long texts', async () => {
    const long = `${'the word zyzzyva is here'} and much more than the index is asked for in one phrase`;
    assert.deepEqual(await find(long), []);
    await database.transaction((tx) => tx.run(addPost, { id: 9 }));
    await database.transaction((tx) => tx.run(addText, { id: 9, title: 'long', content: `x ${long} x` }));
    assert.deepEqual(await find(long), [9]);
  });
});
