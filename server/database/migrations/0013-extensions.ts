// Extensions: the histories of their tables, and when their jobs are due.
import type { Migration } from '../migrate.ts';

export const extensions: Migration = {
  number: 13,
  name: 'extensions',
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table extension_migrations (
        extension ${text} not null,
        number ${integer} not null,
        name ${text} not null,
        applied_at ${text} not null,
        primary key (extension, number)
      );
      create table jobs (name ${text} not null primary key, due ${integer} not null);
    `);
  },
};
