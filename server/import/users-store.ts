// Finds the users who own imported entries.
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

/** A user who owns imported entries. */
export interface Owner {
  readonly id: number;
  readonly login: string;
}

const byIdStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select(['id', 'login']).where('id', '=', p.id),
);

/** Returns the user with this ID; undefined if there is none. */
export const findOwner = (read: ReadHandle, id: number): Promise<Owner | undefined> =>
  read.first(byIdStatement, { id });

const byRoleStatement = statement((q, p: Slots<{ role: string }>) =>
  q
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['users.id', 'users.login'])
    .where('user_roles.role', '=', p.role)
    .orderBy('users.id')
    .limit(1),
);

/** Returns the user with the lowest ID among the users with this role; undefined if no user has the role. */
export const findFirstUserWithRole = (read: ReadHandle, role: string): Promise<Owner | undefined> =>
  read.first(byRoleStatement, { role });
