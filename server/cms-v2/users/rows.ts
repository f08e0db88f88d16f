// Row types of users.
import type { Insertable, Selectable } from 'kysely';
import type { UsersTable } from '../../database/tables/users.ts';

/** Columns with folded values for lookups, which are never presented. */
type LookupKey = 'login_key' | 'email_key' | 'name_key';

/** A loaded user, without the password hash. */
export interface UserRow extends Omit<Selectable<UsersTable>, LookupKey | 'password_hash'> {
  /** 1 if the user has content that the caller may read, else 0. */
  readonly seen: number;
  /** The roles in order, if they were loaded with the user. */
  readonly roles?: readonly string[];
}

/** The columns of a user that are written; the lookup keys are derived from them. */
export type UserColumns = Omit<Insertable<UsersTable>, LookupKey | 'id'>;

/** Names of the columns of `UserRow`. */
export const userColumns = [
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
