// Describes the schema and all rows of a database, to test that a command has changed nothing.
import { createHash } from 'node:crypto';
import type { Query } from '../faults/consistency.ts';
import type { Engine } from './fixtures.ts';

/** The definitions of tables, columns and indexes, and a hash of the rows of each table. */
export interface DatabaseState {
  readonly schema: readonly string[];
  readonly rows: Readonly<Record<string, string>>;
}

const schemaQueries = {
  sqlite: "select type || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_schema order by 1",
  postgres: `select table_schema || ' ' || table_name || ' ' || column_name || ' ' || data_type as line
      from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')
    union all select schemaname || ' ' || indexdef from pg_indexes where schemaname not in ('pg_catalog', 'information_schema')
    order by 1`,
} as const;

const tableQueries = {
  sqlite:
    "select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow') and name <> 'sqlite_schema'",
  postgres: "select tablename as name from pg_tables where schemaname = 'public'",
} as const;

/** Reads the state of a database. Two states are equal if a program cannot distinguish the databases. */
export async function readState(query: Query, engine: Engine): Promise<DatabaseState> {
  const schema = (await query(schemaQueries[engine])).map(({ line }) => String(line));
  const rows: Record<string, string> = {};
  for (const { name } of await query(tableQueries[engine])) {
    const lines = (await query(`select * from "${name}"`)).map((row) => JSON.stringify(row)).sort();
    rows[String(name)] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
  }
  return { schema, rows };
}
