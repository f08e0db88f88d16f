import { sql } from 'kysely';
import type { ContentsDialect } from '../../contents.ts';

/**
 * SQLite's SQL for exporting and replacing all data. Moved tables are dropped immediately: readers use other connections, which see the
 * tables until the commit.
 */
export const contentsDialect: ContentsDialect = {
  tables: () =>
    sql`select name from ${sql.table('pragma_table_list')} where schema = 'main' and type = 'table' and name not like 'sqlite_%'`,
  references: () =>
    sql`select s.name as child, f."table" as parent
      from ${sql.table('sqlite_schema')} s join pragma_foreign_key_list(s.name) f where s.type = 'table'`,
  columns: (table) => sql`select name from pragma_table_info(${table}) order by cid`,
  lastKeys: () => sql`select name, seq as last from ${sql.table('sqlite_sequence')}`,
  continueKeys: ({ name, last }) => `
    delete from sqlite_sequence where name = '${name}';
    insert into sqlite_sequence (name, seq) values ('${name}', ${last});`,
  // The transaction is the only one that can write.
  lockTables: () => 'select 1',
  schema: () => sql`select 'main' as name`,
  moveTables: (tables, readable) =>
    [
      'pragma defer_foreign_keys = on',
      ...readable.map((table) => `create temp table set_aside_${table} as select * from main.${table}`),
      'drop table if exists main.entry_search',
      ...tables.toReversed().map((table) => `drop table main.${table}`),
    ].join(';\n'),
  movedTableName: (_schema, table) => `temp.set_aside_${table}`,
  lockMovedTables: () => 'select 1',
  replaceMovedTables: (_schema, _tables, _made, readable) =>
    readable.map((table) => `drop table temp.set_aside_${table}`).join(';\n') || 'select 1',
};
