// Adds the locks with which editors see who else is editing an entry.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const editLocks: Migration = {
  number: 21,
  name: 'edit-locks',
  effects: { summary: 'Creates the table for edit locks.' },
  async up(tx) {
    const { integer } = tx.builder.dialect.types;
    await tx.execute(`
      create table edit_locks (
        entry_id ${integer} not null primary key references entries (id) on delete cascade,
        user_id ${integer} not null references users (id) on delete cascade,
        ${columns('acquired renewed', integer)}
      );
      create index edit_locks_by_user on edit_locks (user_id);
      create index edit_locks_by_renewal on edit_locks (renewed);
    `);
  },
};
