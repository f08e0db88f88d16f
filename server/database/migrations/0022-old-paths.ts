// Adds the paths at which entries were published before their URLs changed.
import type { Migration } from '../migrate.ts';

export const oldPaths: Migration = {
  number: 22,
  name: 'old-paths',
  effects: { summary: 'Creates the table for the former URL paths of entries.' },
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table old_paths (
        path ${text} not null,
        entry_id ${integer} not null references entries (id) on delete cascade,
        primary key (path, entry_id)
      );
      create index old_paths_by_entry on old_paths (entry_id);
    `);
  },
};
