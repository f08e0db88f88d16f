import { sql } from 'kysely';
import type { ContentsWords } from '../../contents.ts';

/** The schema in which tables are made anew beside the present ones, which everybody goes on using meanwhile. */
const beside = 'octavo_made_anew';

/** How long the present tables are waited for at a time: whoever wants to use them waits behind us. Milliseconds. */
const patience = 2000;
const attempts = 30;

/** Nobody waits before the end, and then only as long as it takes to rename. */
export const contentsWords: ContentsWords = {
  tables: () =>
    sql`select relname::text as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by oid`,
  references: () =>
    sql`select child.relname::text as child, parent.relname::text as parent
      from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
      where k.contype = 'f' and child.relnamespace = current_schema()::regnamespace`,
  columns: (table) =>
    sql`select column_name::text as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} order by ordinal_position`,
  lastKeys: () =>
    sql`select c.relname::text as name, coalesce(s.last_value, 0) as last
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      join pg_sequences s on (quote_ident(s.schemaname) || '.' || quote_ident(s.sequencename))
        = pg_get_serial_sequence(c.oid::regclass::text, a.attname::text)
      where c.relnamespace = current_schema()::regnamespace`,
  continueKeys: ({ name, last }) => `
    select setval(pg_get_serial_sequence('${name}', attname::text), ${last})
    from pg_attribute where attrelid = '${name}'::regclass and attidentity <> ''`,
  schema: () => sql`select current_schema()::text as name`,
  setAside: () => `
    create schema ${beside};
    select set_config('search_path', '${beside}, ' || current_setting('search_path'), true)`,
  setAsideName: (schema, table) => `"${schema}".${table}`,
  // Who stands crosswise to us goes first, and we try again.
  claimSetAside: (schema, tables) =>
    tables.length === 0
      ? 'select 1'
      : `
    set local lock_timeout = ${patience};
    do $$ begin
      for attempt in 1..${attempts} loop
        begin
          lock table ${tables.map((table) => `"${schema}".${table}`).join(', ')} in access exclusive mode;
          return;
        exception when deadlock_detected or lock_not_available then
          if attempt = ${attempts} then raise; end if;
        end;
      end loop;
    end $$`,
  dropSetAside: (schema, tables, made) =>
    [
      ...(tables.length > 0 ? [`drop table ${tables.map((table) => `"${schema}".${table}`).join(', ')}`] : []),
      ...made.map((table) => `alter table ${beside}.${table} set schema "${schema}"`),
      `drop schema ${beside}`,
    ].join(';\n'),
};
