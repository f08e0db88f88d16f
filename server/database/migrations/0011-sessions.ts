// Signing in with a browser: sessions, and letters that let somebody choose a new password.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const sessions: Migration = {
  number: 11,
  name: 'sessions',
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table sessions (
        id ${text} not null primary key,
        user_id ${integer} not null references users (id) on delete cascade,
        ${columns('token_hash created last_seen expires address agent', text)}
      );
      create unique index sessions_by_token on sessions (token_hash);
      create index sessions_by_user on sessions (user_id, created);
      create index sessions_by_end on sessions (expires);

      create table password_resets (
        user_id ${integer} not null primary key references users (id) on delete cascade,
        ${columns('token_hash email created expires', text)}
      );
      create unique index password_resets_by_token on password_resets (token_hash);
    `);
  },
};
