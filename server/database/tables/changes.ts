/**
 * The log of changes, from which the processes that share a database learn what the others have changed (dialects/sqlite/change-log.ts,
 * dialects/postgres/change-log.ts). These are its columns on SQLite; those on PostgreSQL are used only in SQL text.
 */
export interface ChangeLogTable {
  id: number;
  /** Names of the changed tables, separated by spaces; `*` for any table; empty if nothing visible was changed. */
  tables: string;
}
