import { sql } from 'kysely';
import type { DependentsDialect } from '../../dependents.ts';
import { contentsDialect } from './contents.ts';

/** PostgreSQL's SQL for the dependents of tables. */
export const dependentsDialect: DependentsDialect = {
  tables: contentsDialect.tables,
  // The actions are cascade, set null and set default.
  actions: () =>
    sql`select parent.relname::text as parent, child.relname::text as child,
        (k.confdeltype in ('c', 'n', 'd'))::int as on_delete, (k.confupdtype in ('c', 'n', 'd'))::int as on_update
      from ${sql.table('pg_constraint')} k
      join ${sql.table('pg_class')} child on child.oid = k.conrelid
      join ${sql.table('pg_class')} parent on parent.oid = k.confrelid
      where k.contype = 'f' and child.relnamespace = current_schema()::regnamespace`,
  triggers: () =>
    sql`select c.relname::text as "table", pg_get_functiondef(t.tgfoid) as source
      from ${sql.table('pg_trigger')} t join ${sql.table('pg_class')} c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`,
};
