// Adds invitations of users, and changes of email addresses that wait for a confirmation.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const invitations: Migration = {
  number: 26,
  name: 'invitations',
  effects: { summary: 'Creates the tables for invitations and for email addresses that are not confirmed yet.' },
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table invitations (
        user_id ${integer} not null primary key references users (id) on delete cascade,
        inviter ${integer} not null,
        ${columns('token_hash email created sent expires', text)}
      );
      create unique index invitations_by_token on invitations (token_hash);

      create table email_changes (
        user_id ${integer} not null primary key references users (id) on delete cascade,
        ${columns('token_hash email created expires', text)}
      );
      create unique index email_changes_by_token on email_changes (token_hash);
    `);
  },
};
