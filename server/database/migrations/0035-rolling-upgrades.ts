// Adds to the histories of migrations which programs of older versions may go on, and to the log of changes on PostgreSQL a column by which
// the database rejects the transactions of the others.
import type { Migration } from '../migrate.ts';

/** SQL that adds the column to the log on PostgreSQL. */
export const addGeneration = 'alter table change_log add column generation integer not null default 0';

export const rollingUpgrades: Migration = {
  number: 35,
  name: 'rolling-upgrades',
  effects: { summary: 'Adds columns to the history of migrations, and to the log of changes.', tables: {} },
  // Programs before it do not check whether they may go on.
  isCompatible: false,
  async up(tx) {
    const { integer } = tx.builder.dialect.types;
    for (const table of ['migrations', 'extension_migrations'])
      await tx.execute(`
        alter table ${table} add column compatible ${integer} not null default 0;
        alter table ${table} add column generation ${integer} not null default 0;
      `);
    await tx.execute({ sqlite: 'select 1', postgres: addGeneration });
  },
};
