// Creates the index of filterable meta fields.
import type { Migration } from '../migrate.ts';

export const entryMeta: Migration = {
  number: 19,
  name: 'entry-meta',
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table entry_meta (
        entry_id ${integer} not null references entries (id) on delete cascade,
        field ${text} not null,
        status ${text} not null,
        value ${text} not null,
        primary key (entry_id, field, value)
      );
      create index entry_meta_by_value on entry_meta (field, status, value, entry_id);

      create table meta_indexes (field ${text} not null primary key);
    `);
  },
};
