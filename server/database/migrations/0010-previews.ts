// Addresses at which entries are looked at before they are published, and what other sites have told.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const previews: Migration = {
  number: 10,
  name: 'previews',
  async up(tx) {
    const { key, integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table previews (
        id ${key},
        entry_id ${integer} not null references entries (id) on delete cascade,
        ${columns('revision author created expires', integer)}
      );
      create index previews_by_entry on previews (entry_id, id);
      create index previews_by_expiry on previews (expires);

      create table fetched (
        key ${text} not null primary key,
        value ${text} not null,
        expires ${integer} not null
      );
      create index fetched_by_expiry on fetched (expires, key);
    `);
  },
};
