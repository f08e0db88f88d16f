// The SQL of the roles of users.
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const roleOf = statement((q, p: Slots<{ users: number[] }>) =>
  q
    .selectFrom('user_roles')
    .select(['user_id', 'role'])
    .where(q.dialect.inList('user_id', p.users))
    .orderBy('user_id')
    .orderBy('position'),
);

/** The roles of users, each user's in the order in which they were given. */
export async function findRoles(read: ReadHandle, users: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await read.all(roleOf, { users: [...users] });
  return new Map([...Map.groupBy(rows, (row) => row.user_id)].map(([id, held]) => [id, held.map((row) => row.role)]));
}

const clearing = statement((q, p: Slots<{ user: number }>) => q.deleteFrom('user_roles').where('user_id', '=', p.user));

const giving = statement((q, p: Slots<{ user_id: number; position: number; role: string }>) =>
  q.insertInto('user_roles').values({ user_id: p.user_id, position: p.position, role: p.role } as never),
);

/** Makes these the roles of a user, in this order, in place of those there were. */
export async function writeRoles(tx: WriteHandle, user: number, roles: readonly string[]): Promise<void> {
  await tx.run(clearing, { user });
  for (const [position, role] of [...new Set(roles)].entries()) await tx.run(giving, { user_id: user, position, role });
}

const holders = statement((q, p: Slots<{ role: string; user: number }>) =>
  q.selectFrom('user_roles').select('user_id').where('role', '=', p.role).where('user_id', '<>', p.user).limit(1),
);

/** Whether anybody else than a user has a role. */
export const isHeldByOthers = async (read: ReadHandle, role: string, user: number): Promise<boolean> =>
  (await read.first(holders, { role, user })) !== undefined;
