// Adds the uploaded export files, and the imports that were started from them.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const imports: Migration = {
  number: 27,
  name: 'imports',
  effects: { summary: 'Creates the tables for uploaded export files.', tables: {} },
  async up(tx) {
    const { key, integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table imports (
        id ${key},
        ${columns('folder file_name fingerprint state site_title site_url username running', text)},
        ${columns('dry_run run dry_run_report run_report', text)},
        ${columns('size received user_id created updated stop_requested', integer)}
      );
      create table import_pieces (
        import_id ${integer} not null references imports (id) on delete cascade,
        position ${integer} not null,
        name ${text} not null,
        primary key (import_id, position)
      );
    `);
  },
};
