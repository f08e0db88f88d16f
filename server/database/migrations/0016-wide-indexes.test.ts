import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { describeEachDatabase } from '../../../test/engines.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import { maxSearchedLength } from '../searched-text.ts';
import { type Slots, statement } from '../statement.ts';

const texts =
  'status rights_status slug path password title content excerpt title_rendered content_rendered excerpt_rendered date modified modified_gmt comment_status ping_status template format guid meta title_key theme';
const numbers = 'author parent menu_order renderer block_version sticky featured_media revision_count latest_revision';

/** An entry as version 0.1 has stored it, and its text. */
const insert = (id: number, status: string, content: string) => {
  const columns = [...texts.split(' '), ...numbers.split(' ')];
  const values = [
    ...texts.split(' ').map((name) => (name === 'status' ? `'${status}'` : "''")),
    ...numbers.split(' ').map(() => '0'),
  ];
  return `insert into entries (id, type, ${columns.join(', ')}) values (${id}, 'post', ${values.join(', ')});
    insert into entry_text (entry_id, title, excerpt, content) values (${id}, 'titled ${id}', '', '${content}')`;
};

const rows = statement((q) =>
  q.selectFrom('entry_text').select(['entry_id', 'content', 'indexed']).orderBy('entry_id'),
);

const found = statement((q, p: Slots<{ text: string }>) =>
  q
    .selectFrom('entries')
    .select('id')
    .where('id', 'in', sql<number>`(${q.dialect.textCandidates(['title', 'excerpt', 'content'], [p.text])})`)
    .orderBy('id'),
);

describeEachDatabase('migration 16', (engine) => {
  test('shortens long texts and takes drafts out of the search index', async () => {
    const database = await engine.open();
    await migrate(
      database,
      migrations.filter(({ number }) => number < 16),
    );
    const long = `begun ${'a'.repeat(500_000)} ended`;
    await database.schemaChange(async (tx) => {
      await tx.execute(insert(1, 'publish', 'short words'));
      await tx.execute(insert(2, 'draft', 'short words'));
      await tx.execute(insert(3, 'publish', long));
      await tx.execute(insert(4, 'draft', long));
      await tx.execute(insert(5, 'private', 'short words'));
    });
    await migrate(database, migrations);
    const stored = await database.read.all(rows, {});
    assert.deepEqual(
      stored.map(({ entry_id, content, indexed }) => [entry_id, content.length, indexed]),
      [
        [1, 11, 1],
        [2, 11, 0],
        [3, maxSearchedLength.content, 1],
        [4, maxSearchedLength.content, 0],
        [5, 11, 1],
      ],
    );
    const find = async (text: string) => (await database.read.all(found, { text })).map(({ id }) => id);
    assert.deepEqual(await find('short words'), [1, 5]);
    assert.deepEqual(await find('begun aaa'), [3]);
    assert.deepEqual(await find('aaa ended'), []);
    await database.schemaChange((tx) => tx.execute('delete from entries where id in (2, 3)'));
    assert.deepEqual(await find('begun aaa'), []);
    assert.deepEqual(await find('titled'), [1, 5]);
  });
});
