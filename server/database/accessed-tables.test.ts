import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { anyTable } from './changes.ts';
import { postgresDialect } from './dialects/postgres/dialect.ts';
import { sqliteDialect } from './dialects/sqlite/dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import { type Builder, type Slots, statement } from './statement.ts';

interface Garden {
  plants: { id: number; name: string; bed: number };
  beds: { id: number; name: string };
  tags: { plant: number; tag: string };
}

type Q = Builder<Garden>;
type None = Slots<Record<never, never>>;
type Build = (q: Q) => ReturnType<Parameters<typeof statement<Record<never, never>, unknown, Garden>>[0]>;

const compiledForms = (build: Build) =>
  [sqliteDialect, postgresDialect].map((dialect) => statement((q: Q, _: None) => build(q)).compile(dialect));

/** Asserts the tables that a query names, and those that it writes to and deletes from. */
function assertTables(
  build: Build,
  { named, written = [], deleted = [] }: Record<'named', string[]> & { written?: string[]; deleted?: string[] },
): void {
  for (const { tables, changes, deletes, writes, sql: text } of compiledForms(build)) {
    assert.deepEqual(tables.toSorted(), named.toSorted(), text);
    assert.deepEqual([changes.toSorted(), deletes.toSorted()], [written.toSorted(), deleted.toSorted()], text);
    assert.equal(writes, written.length > 0, text);
  }
}

describe('the tables of a query', () => {
  it('are those of its sources, joins and subqueries, without aliases, and its common table expressions', () => {
    assertTables((q) => q.selectFrom('plants as p').selectAll('p').where('p.name', '=', 'rose'), { named: ['plants'] });
    assertTables(
      (q) =>
        q
          .selectFrom('plants')
          .innerJoin('beds as b', 'b.id', 'plants.bed')
          .select('b.name')
          .where((eb) => eb.exists(eb.selectFrom('tags').select('tag').whereRef('tags.plant', '=', 'plants.id'))),
      { named: ['plants', 'beds', 'tags'] },
    );
    assertTables(
      (q) =>
        q
          .with('named', (db) => db.selectFrom('beds').select('id'))
          .selectFrom('named')
          .selectAll()
          .union((db) => db.selectFrom('plants').select('id')),
      { named: ['beds', 'plants', 'named'] },
    );
    assertTables(
      (q) =>
        q
          .with('plants', (db) => db.selectFrom('plants').select('id').where('bed', '=', 1))
          .selectFrom('plants')
          .selectAll(),
      { named: ['plants'] },
    );
  });

  it('are written to if rows are inserted, updated or deleted, and otherwise only named', () => {
    assertTables((q) => q.insertInto('tags').expression((eb) => eb.selectFrom('plants').select(['id', 'name'])), {
      named: ['tags', 'plants'],
      written: ['tags'],
    });
    assertTables(
      (q) => q.updateTable('plants as p').from('beds').set({ name: 'x' }).whereRef('p.bed', '=', 'beds.id'),
      {
        named: ['plants', 'beds'],
        written: ['plants'],
      },
    );
    assertTables((q) => q.deleteFrom('plants').where('bed', 'in', (eb) => eb.selectFrom('beds').select('id')), {
      named: ['plants', 'beds'],
      written: ['plants'],
      deleted: ['plants'],
    });
    assertTables((q) => q.insertInto('tags').orReplace().values({ plant: 1, tag: 'x' }), {
      named: ['tags'],
      written: ['tags'],
      deleted: ['tags'],
    });
    assertTables(
      (q) =>
        q
          .with('gone', (db) => db.deleteFrom('tags').returning('plant'))
          .insertInto('beds')
          .columns(['id'])
          .expression((eb) => eb.selectFrom('gone').select('plant')),
      { named: ['tags', 'beds', 'gone'], written: ['tags', 'beds'], deleted: ['tags'] },
    );
  });

  it('are all of the tables in SQL text that may write, and any table for a schema change', () => {
    assertTables(() => sql`update ${sql.table('plants')} set bed = (select max(id) from ${sql.table('beds')})`, {
      named: ['plants', 'beds'],
      written: ['plants', 'beds'],
      deleted: ['plants', 'beds'],
    });
    assertTables(() => sql`${sql`delete`} from ${sql.table('plants')}`, {
      named: ['plants'],
      written: ['plants'],
      deleted: ['plants'],
    });
    for (const build of [(q: Q) => q.schema.dropTable('plants'), () => sql`vacuum`])
      for (const { changes, writes } of compiledForms(build)) assert.deepEqual([changes, writes], [[anyTable], true]);
  });

  it('are only read by row locks, and by functions and literals that are named like writing statements', () => {
    const named = ['plants'];
    for (const build of [
      () => sql`select id from ${sql.table('plants')} for update`,
      () => sql`select id from ${sql.table('plants')} for no key update skip locked`,
      () => sql`select replace(name, 'a', 'b') as name from ${sql.table('plants')} where name <> 'delete' `,
      (q: Q) => q.selectFrom('plants').select(sql<string>`replace(name, ' ', '')`.as('name')),
    ])
      assertTables(build as Build, { named });
  });
});

describe('SQL text', () => {
  it('refers to tables with sql.table', () => {
    assertTables(() => sql`select p.id from ${sql.table('plants')} as p join ${sql.table('beds')} b on b.id = p.bed`, {
      named: ['plants', 'beds'],
    });
    assertTables((q) => q.selectFrom(sql<Garden['beds']>`${sql.table('beds')}`.as('b')).selectAll(), {
      named: ['beds'],
    });
  });

  it('may contain functions, subqueries and names that it defines itself', () => {
    for (const text of [
      sql`select value from json_each(${'[]'}) as v`,
      sql`select extract(epoch from clock_timestamp())`,
      sql`select * from (select 1) as one`,
      sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 5) select max(i) from n`,
      sql`select substring(name from 2) as part from ${sql.table('plants')} where bed is distinct from id`,
    ])
      assert.doesNotThrow(() => compiledForms(() => text));
  });

  it('is rejected if it names a table', () => {
    const { ref } = sql;
    for (const build of [
      () => sql`select * from plants`,
      () => sql`select * from ${ref('plants')}`,
      () => sql`select * from ${sql`plants`}`,
      () => sql`select * from ${sql.raw('plants')}`,
      () => sql`select * from ${sql.id('plants')}`,
      () => sql`select * ${sql`from`} plants`,
      () => sql`select * from ${sql.table('beds')}, plants`,
      () => sql`select * from ${sql.table('beds')} b join ${sql.table('tags')} t on t.plant = b.id, "plants" as p`,
      () => sql`with plants as (select * from plants) select * from plants`,
      () => sql`delete from ${sql.table('tags')} using plants where plants.id = tags.plant`,
      (q: Q) => q.selectFrom('beds').selectAll().modifyEnd(sql`, plants`),
      (q: Q) => q.selectFrom(sql<Garden['beds']>`${sql.table('beds')}`.as<'beds'>(sql`b, plants`)).select('id'),
      () => sql`select 1 where exists (select 1 from "plants" as p)`,
      () => sql`select * from ${sql.table('beds')} left join plants on true`,
      () => sql`select * from garden.plants`,
      () => sql`insert into plants (id) values (1)`,
      () => sql`UPDATE plants set id = 1`,
      () => sql`delete from plants`,
      (q: Q) => q.selectFrom(sql<Garden['plants']>`plants`.as('p')).selectAll(),
      (q: Q) => q.selectFrom('beds').innerJoin(sql<Garden['plants']>`"plants"`.as('p'), 'p.bed', 'beds.id').selectAll(),
      (q: Q) => q.selectFrom('beds').select(sql<number>`(select count(*) from plants)`.as('n')),
    ])
      assert.throws(() => compiledForms(build as Build), DatabaseMisuse, String(build));
  });
});
