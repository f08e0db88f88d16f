import { sql } from 'kysely';
import type { DependentsDialect } from '../../dependents.ts';

/** SQLite's SQL for the dependents of tables. */
export const dependentsDialect: DependentsDialect = {
  // Includes virtual tables.
  tables: () => sql`select name from ${sql.table('sqlite_schema')} where type = 'table'`,
  actions: () =>
    sql`select f."table" as parent, s.name as child, f.on_delete not in ('NO ACTION', 'RESTRICT') as on_delete,
        f.on_update not in ('NO ACTION', 'RESTRICT') as on_update
      from ${sql.table('sqlite_schema')} s join pragma_foreign_key_list(s.name) f where s.type = 'table'`,
  triggers: () =>
    sql`select tbl_name as "table", sql as source from ${sql.table('sqlite_schema')} where type = 'trigger'`,
};
