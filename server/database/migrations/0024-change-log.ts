// Creates the log of changes, from which the processes that share a database learn which tables the others have changed.
import type { Migration } from '../migrate.ts';

/** SQL that creates the log on SQLite. */
export const createChangeLog = 'create table change_log (id integer primary key, tables text not null)';

/**
 * SQL that creates the log on PostgreSQL, where transactions commit in another order than that of their IDs. The index is not unique, because
 * the IDs begin again when a dump is loaded into another server.
 */
export const createPostgresChangeLog = `
  create table change_log (transaction_id xid8 not null default pg_current_xact_id(), node text not null, tables text not null);
  create index change_log_by_transaction on change_log (transaction_id)
`;

export const changeLog: Migration = {
  number: 24,
  name: 'change-log',
  effects: { summary: 'Creates an empty table.', tables: {} },
  async up(tx) {
    await tx.execute({ sqlite: createChangeLog, postgres: createPostgresChangeLog });
  },
};
