// Rows of users as stores give them.
import type { Insertable, Selectable } from 'kysely';
import type { UsersTable } from '../../database/tables/users.ts';

/** The columns that lookups use and nobody sees. */
type Key = 'login_key' | 'email_key' | 'name_key';

/** A user as it is loaded: never with the hash of its password. */
export interface UserRow extends Omit<Selectable<UsersTable>, Key | 'password_hash'> {
  /** 1 where the user has written something that the caller may read, else 0. */
  readonly seen: number;
  /** Its roles in order, where they were loaded with it. */
  readonly roles?: readonly string[];
}

/** What is written of a user; the keys of lookups are made from it. */
export type UserColumns = Omit<Insertable<UsersTable>, Key | 'id'>;

/** The columns of a row. */
export const shownColumns = [
  'id',
  'login',
  'email',
  'name',
  'first_name',
  'last_name',
  'nickname',
  'url',
  'description',
  'slug',
  'locale',
  'registered',
  'meta',
] as const satisfies readonly (keyof UserRow)[];
