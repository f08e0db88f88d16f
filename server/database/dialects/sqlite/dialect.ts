import { type Expression, type SqlBool, SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely';
import type { Column, Dialect } from '../../dialect.ts';
import type { Slot } from '../../slot.ts';
import type { EntriesTable } from '../../tables/entries.ts';
import { contentsDialect } from './contents.ts';
import { dependentsDialect } from './dependents.ts';
import { createSearchIndex, textCandidates } from './search.ts';

/**
 * A query compiler that writes parameters as `+?`. SQLite plans a statement again each time a parameter is bound whose value could
 * matter for the plan, such as a limit or a value that is compared with a column of a partial index. That takes longer than most reads
 * (20 µs against 6 µs for a page of IDs), and the indexes of the service do not need it. After a plus sign, which changes no value,
 * the planner treats the parameter as an opaque expression.
 */
class Compiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** The SQL of SQLite. A list is bound as a JSON string. */
export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  types: {
    key: 'integer primary key autoincrement',
    integer: 'integer',
    real: 'real',
    text: 'text',
    bytes: 'blob',
  },
  inList: inJson,
  isAmong: inJson,
  inTextList: inJson,
  listedTexts: (list) =>
    sql<{ value: string }>`(select value from json_each(${list.encoded<string>(JSON.stringify)}))`.as('listed'),
  orderByList(column, list) {
    const text = list.encoded<string>((values) => `,${values.join(',')},`);
    return sql<number>`coalesce(nullif(instr(${text}, ',' || ${reference(column)} || ','), 0), 9223372036854775807)`;
  },
  // SQLite does not compare pairs along an index whose last column is the primary key.
  afterPosition(key, id, position, order) {
    const comparison = order === 'asc' ? sql`>` : sql`<`;
    return [
      sql<SqlBool>`${key} = ${position.key} and ${id} ${comparison} ${position.id}`,
      sql<SqlBool>`${key} ${comparison} ${position.key}`,
    ];
  },
  contains: (column, text) => sql<SqlBool>`instr(${reference(column)}, ${text}) > 0`,
  textCandidates,
  candidatesAreExact: false,
  // The planner does not know the size of rows, and would prefer to find them by ID.
  commentsForEach: () => sql<{ id: number }>`${sql.table('comments')}`.as('comments'),
  entriesBy: (index) =>
    sql<EntriesTable>`${sql.table('entries')}`.as<'entries'>(sql`entries indexed by ${sql.ref(index)}`),
  createSearchIndex: () => createSearchIndex,
  takeIds: (table, count) =>
    sql`update ${sql.table('sqlite_sequence')} set seq = seq + ${count} where name = ${sql.lit(table)} returning seq as id`,
  takeFirstIds: (table, count) =>
    sql`insert into ${sql.table('sqlite_sequence')} (name, seq) values (${sql.lit(table)}, ${count}) returning seq as id`,
  currentTime: () => sql`select cast(round((julianday('now') - 2440587.5) * 86400000) as integer) as now`,
  engineVersion: () => sql`select sqlite_version() as version`,
  engineExtensions: () => sql`select '' as name where false`,
  pendingTexts: () => sql<{ n: number }>`select count(*) as n from ${sql.table('pending_texts')}`,
  databaseSize: () => sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  tableExists: (table) =>
    sql<SqlBool>`exists (select 1 from ${sql.table('sqlite_schema')} where type = 'table' and name = ${table})`,
  dependents: dependentsDialect,
  contents: contentsDialect,
  adapter: () => new SqliteAdapter(),
  compiler: () => new Compiler(),
};

function inJson(column: Column, list: Slot<readonly number[]> | Slot<readonly string[]>): Expression<SqlBool> {
  const json = (list as Slot<unknown>).encoded<string>(JSON.stringify);
  return sql<SqlBool>`${reference(column)} in (select value from json_each(${json}))`;
}

function reference(column: Column): Expression<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column;
}
