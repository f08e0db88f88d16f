import { type Expression, type SqlBool, SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely';
import type { Column, Dialect } from '../../dialect.ts';
import type { Slot } from '../../slot.ts';
import type { EntriesTable } from '../../tables/entries.ts';
import { contentsWords } from './contents.ts';
import { createSearchIndex, textCandidates } from './search.ts';

/**
 * SQLite plans a statement anew each time a parameter is bound whose value could matter for the plan: beside a column with
 * a partial index, or as a limit. That takes longer than most of our reads (20 µs against 6 µs for a page of ids), and our
 * indexes do not need it. Behind a plus sign, which changes no value, a parameter is an expression that is not looked into.
 */
class Compiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** SQLite's words. A list travels as one JSON text. */
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
  orderByList(column, list) {
    const text = list.encoded<string>((values) => `,${values.join(',')},`);
    return sql<number>`coalesce(nullif(instr(${text}, ',' || ${reference(column)} || ','), 0), 9223372036854775807)`;
  },
  // It does not compare pairs along an index whose last column is the primary key.
  behind(key, id, place, order) {
    const than = order === 'asc' ? sql`>` : sql`<`;
    return [
      sql<SqlBool>`${key} = ${place.key} and ${id} ${than} ${place.id}`,
      sql<SqlBool>`${key} ${than} ${place.key}`,
    ];
  },
  contains: (column, text) => sql<SqlBool>`instr(${reference(column)}, ${text}) > 0`,
  textCandidates,
  candidatesAreExact: false,
  // Its planner does not know how wide rows are, and would rather find them by id.
  entriesBy: (index) => sql<EntriesTable>`entries`.as<'entries'>(sql`entries indexed by ${sql.ref(index)}`),
  createSearchIndex: () => createSearchIndex,
  takeNumber: (table) =>
    sql`update sqlite_sequence set seq = seq + 1 where name = ${sql.lit(table)} returning seq as id`,
  present: () => sql`select cast(round((julianday('now') - 2440587.5) * 86400000) as integer) as now`,
  databaseSize: () => sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  tableExists: (table) => sql<SqlBool>`exists (select 1 from sqlite_schema where type = 'table' and name = ${table})`,
  contents: contentsWords,
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
