import { sql } from 'kysely';
import type { ContentsDialect } from '../../contents.ts';

/** Schema in which replacement tables are created while the current tables stay in use. */
const newSchema = 'octavo_made_anew';

/** Lock timeout for one attempt to lock the current tables, in milliseconds. Other transactions queue behind a waiting lock. */
const lockTimeoutMs = 2000;

/** Maximum time for all attempts, in seconds. */
const maxLockSeconds = 60;

/**
 * Returns SQL text that locks tables. In a deadlock, the other transaction continues, and this one tries again. Before that, transactions
 * that still wait for this one are canceled: `lockTables` keeps them from writing, so that they would never continue.
 */
const lockSql = (tables: readonly string[], mode: 'share row exclusive' | 'access exclusive'): string =>
  tables.length === 0
    ? 'select 1'
    : `
    set local lock_timeout = ${lockTimeoutMs};
    do $$ declare
      deadline timestamptz := clock_timestamp() + interval '${maxLockSeconds} seconds';
    begin
      loop
        begin
          lock table ${tables.join(', ')} in ${mode} mode;
          return;
        exception when deadlock_detected or lock_not_available then
          if clock_timestamp() > deadline then raise; end if;
          -- Otherwise, sessions that were opened after the first look remain unknown.
          perform pg_stat_clear_snapshot();
          perform pg_cancel_backend(pid) from pg_stat_activity
            where usename = current_user and wait_event_type = 'Lock' and pg_backend_pid() = any(pg_blocking_pids(pid));
          -- Canceled transactions end now; the next ones need longer to wait for this one again.
          perform pg_sleep(0.001 + 0.004 * random());
        end;
      end loop;
    end $$`;

/**
 * PostgreSQL's SQL for exporting and replacing all data. Other transactions wait only at the end, while the new tables take the place of
 * the current ones.
 */
export const contentsDialect: ContentsDialect = {
  tables: () =>
    sql`select relname::text as name from ${sql.table('pg_class')}
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by oid`,
  references: () =>
    sql`select child.relname::text as child, parent.relname::text as parent
      from ${sql.table('pg_constraint')} k join ${sql.table('pg_class')} child on child.oid = k.conrelid join ${sql.table('pg_class')} parent on parent.oid = k.confrelid
      where k.contype = 'f' and child.relnamespace = current_schema()::regnamespace`,
  columns: (table) =>
    sql`select column_name::text as name from ${sql.table('information_schema.columns')}
      where table_schema = current_schema() and table_name = ${table} order by ordinal_position`,
  lastKeys: () =>
    sql`select c.relname::text as name, coalesce(s.last_value, 0) as last
      from ${sql.table('pg_class')} c
      join ${sql.table('pg_attribute')} a on a.attrelid = c.oid and a.attidentity <> ''
      join ${sql.table('pg_sequences')} s on (quote_ident(s.schemaname) || '.' || quote_ident(s.sequencename))
        = pg_get_serial_sequence(c.oid::regclass::text, a.attname::text)
      where c.relnamespace = current_schema()::regnamespace`,
  continueKeys: ({ name, last }) => `
    select setval(pg_get_serial_sequence('${name}', attname::text), ${last})
    from pg_attribute where attrelid = '${name}'::regclass and attidentity <> ''`,
  lockTables: (tables) => lockSql(tables, 'share row exclusive'),
  schema: () => sql`select current_schema()::text as name`,
  moveTables: () => `
    create schema ${newSchema};
    select set_config('search_path', '${newSchema}, ' || current_setting('search_path'), true)`,
  movedTableName: (schema, table) => `"${schema}".${table}`,
  lockMovedTables: (schema, tables) =>
    lockSql(
      tables.map((table) => `"${schema}".${table}`),
      'access exclusive',
    ),
  replaceMovedTables: (schema, tables, created) =>
    [
      ...(tables.length > 0 ? [`drop table ${tables.map((table) => `"${schema}".${table}`).join(', ')}`] : []),
      ...created.map((table) => `alter table ${newSchema}.${table} set schema "${schema}"`),
      replaceFunctions(schema),
      `drop schema ${newSchema}`,
    ].join(';\n'),
};

/** Returns the SQL that moves the functions that migrations have created to a schema, in place of those that were there. */
const replaceFunctions = (schema: string): string => `
    do $$ declare created text; begin
      for created in select format('%I(%s)', proname, pg_get_function_identity_arguments(oid))
        from pg_proc where pronamespace = '${newSchema}'::regnamespace
      loop
        execute 'drop function if exists "${schema}".' || created;
        execute 'alter function ${newSchema}.' || created || ' set schema "${schema}"';
      end loop;
    end $$`;
