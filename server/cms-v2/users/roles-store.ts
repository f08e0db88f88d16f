// SQL statements for the roles of users.
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const byUsers = statement((q, p: Slots<{ users: number[] }>) =>
  q
    .selectFrom('user_roles')
    .select(['user_id', 'role'])
    .where(q.dialect.inList('user_id', p.users))
    .orderBy('user_id')
    .orderBy('position'),
);

/** Returns the roles of users, keyed by user ID, in the order in which they were assigned. Users without roles are absent. */
export async function findRoles(read: ReadHandle, users: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await read.all(byUsers, { users: [...users] });
  return new Map(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([id, roleRows]) => [id, roleRows.map((row) => row.role)]),
  );
}

const deleteStatement = statement((q, p: Slots<{ user: number }>) =>
  q.deleteFrom('user_roles').where('user_id', '=', p.user),
);

const insertStatement = statement((q, p: Slots<{ user_id: number; position: number; role: string }>) =>
  q.insertInto('user_roles').values({ user_id: p.user_id, position: p.position, role: p.role }),
);

/** Replaces the roles of a user with these roles, in this order and without duplicates. */
export async function replaceRoles(tx: WriteHandle, user: number, roles: readonly string[]): Promise<void> {
  await tx.run(deleteStatement, { user });
  for (const [position, role] of [...new Set(roles)].entries())
    await tx.run(insertStatement, { user_id: user, position, role });
}

const otherUserWithRole = statement((q, p: Slots<{ role: string; user: number }>) =>
  q.selectFrom('user_roles').select('user_id').where('role', '=', p.role).where('user_id', '<>', p.user).limit(1),
);

/** Whether any user other than this one has the role. */
export const hasOtherUserWithRole = async (read: ReadHandle, role: string, user: number): Promise<boolean> =>
  (await read.first(otherUserWithRole, { role, user })) !== undefined;
