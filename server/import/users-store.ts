// The SQL of the users that entries are given to.
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

/** Who entries are given to. */
export interface Owner {
  readonly id: number;
  readonly login: string;
}

const byId = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select(['id', 'login']).where('id', '=', p.id),
);

/** The user of a number. */
export const findOwner = (read: ReadHandle, id: number): Promise<Owner | undefined> => read.first(byId, { id });

const ofRole = statement((q, p: Slots<{ role: string }>) =>
  q
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['users.id', 'users.login'])
    .where('user_roles.role', '=', p.role)
    .orderBy('users.id')
    .limit(1),
);

/** The user with the lowest number among those who have a role. */
export const findFirstOfRole = (read: ReadHandle, role: string): Promise<Owner | undefined> =>
  read.first(ofRole, { role });
