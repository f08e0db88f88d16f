// Tests that PostgreSQL finds rare words through the search index, although the texts that are pending in it make this seem expensive.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { describeEachEngine } from '../../../../test/engines.ts';
import { createCostOfTexts } from '../../migrations/0025-cost-of-texts.ts';
import { type Builder, bindParameters, type Slots, statement } from '../../statement.ts';
import { postgresDialect } from './dialect.ts';
import { createSearchIndex } from './search.ts';

type Q = Builder<{ entry_text: { entry_id: number } }>;

const search = statement((q: Q, p: Slots<{ text: string }>) => {
  const candidates = q.dialect.textCandidates(['title', 'excerpt', 'content'], [p.text]);
  return q.selectFrom('entry_text').select('entry_id').where('entry_id', 'in', sql<number>`(${candidates})`);
});

/** SQL that inserts texts of 4 KB with many different trigrams, with IDs from `first` to `last`. */
const insertTexts = (first: number, last: number): string => `
  insert into entry_text select id, 'title ' || id, '', content, 1
  from generate_series(${first}, ${last}) as id,
    lateral (select string_agg(md5(id || ' ' || n), ' ') as content from generate_series(1, 120) as n) as contents`;

describeEachEngine('the plan of a search', (engine) => {
  if (engine.name !== 'postgres') return;
  let client: pg.Client;

  before(async () => {
    const location = await engine.location();
    assert.ok(location.kind === 'postgres');
    client = new pg.Client({ connectionString: location.url });
    // The database is deleted before the connection is closed.
    client.on('error', () => {});
    await client.connect();
    await client.query(`create table entry_text
      (entry_id bigint primary key, title text, excerpt text, content text, indexed bigint) with (autovacuum_enabled = off)`);
    await client.query(createSearchIndex);
    await client.query(createCostOfTexts);
  });
  after(() => client.end());

  test('uses the index while texts are pending in it', async () => {
    await client.query(insertTexts(1, 1000));
    await client.query(`select gin_clean_pending_list('entry_search_content'::regclass)`);
    await client.query('analyze entry_text');
    await client.query(insertTexts(1001, 1060));
    const compiled = search.compile(postgresDialect);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain ${compiled.sql}`,
      bindParameters(compiled, { text: 'rare word' }),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /Index Scan on entry_search_content.*\n\s+Index Cond: \(content ~~ '%rare word%'/);
  });
});
