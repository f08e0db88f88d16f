// Defines the types and columns of the user rows that the store reads and writes.

import type { Insertable, Selectable } from 'kysely';
import { plainColumns } from '../../../contract/columns.ts';
import { columnNames } from '../../../contract/grammar/column.ts';
import type { UsersTable } from '../../database/tables/users.ts';
import type { PlainRow } from '../plain-columns.ts';

/** Columns with folded values, which are used for lookups and never presented. */
type LookupKey = 'login_key' | 'email_key' | 'name_key';

/** A loaded user, without the password hash. */
export interface UserRow extends Omit<Selectable<UsersTable>, LookupKey | 'password_hash'> {
  /** 1 if the user has content that the caller may read, else 0. */
  readonly seen: number;
  /** Roles in the order of assignment, if they were loaded with the user. */
  readonly roles?: readonly string[];
}

/** Columns of a user that are written. The lookup columns are derived from them. */
export type UserColumns = Omit<Insertable<UsersTable>, LookupKey | 'id'>;

type Plain = PlainRow<'users'>;

/** Columns of a new user. Plain columns that are absent get the declared value of new rows. */
export type NewUser = Omit<UserColumns, keyof Plain> & Partial<Plain>;

/** Columns of the table `users` that are loaded into a `UserRow`. */
export const userColumns = [
  'id',
  'login',
  'email',
  'name',
  'first_name',
  'last_name',
  'nickname',
  'slug',
  'registered',
  'meta',
  ...columnNames(plainColumns.users),
] as const satisfies readonly (keyof UserRow)[];
