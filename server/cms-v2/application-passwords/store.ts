// The SQL of application passwords.
import type { Selectable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { ApplicationPasswordsTable } from '../../database/tables/users.ts';

/** An application password as it is loaded: never with the hash of its secret. */
export interface ApplicationPasswordRow extends Omit<Selectable<ApplicationPasswordsTable>, 'hash' | 'position'> {
  /** The secret as it is told once, when it has just been made. */
  readonly secret?: string;
}

const shown = [
  'uuid',
  'user_id',
  'app_id',
  'name',
  'created',
  'last_used',
  'last_ip',
  'expires',
  'read_only',
  'namespaces',
] as const satisfies readonly (keyof ApplicationPasswordRow)[];

const ofUser = statement((q, p: Slots<{ user: number }>) =>
  q.selectFrom('application_passwords').select(shown).where('user_id', '=', p.user).orderBy('position').orderBy('uuid'),
);

/** All application passwords of a user, in the order in which they were made. */
export const findApplicationPasswords = (read: ReadHandle, user: number): Promise<ApplicationPasswordRow[]> =>
  read.all(ofUser, { user });

const one = statement((q, p: Slots<{ user: number; uuid: string }>) =>
  q.selectFrom('application_passwords').select(shown).where('uuid', '=', p.uuid).where('user_id', '=', p.user),
);

/** The application password of a user that has this identifier. */
export const findApplicationPassword = (
  read: ReadHandle,
  user: number,
  uuid: string,
): Promise<ApplicationPasswordRow | undefined> => read.first(one, { user, uuid });

const last = statement((q, p: Slots<{ user: number }>) =>
  q
    .selectFrom('application_passwords')
    .select((eb) => eb.fn.coalesce(eb.fn.max<number>('position'), eb.lit(0)).as('position'))
    .where('user_id', '=', p.user),
);

const insertion = statement((q, p: Slots<ApplicationPasswordsTable>) =>
  q.insertInto('application_passwords').values({
    uuid: p.uuid,
    user_id: p.user_id,
    position: p.position,
    app_id: p.app_id,
    name: p.name,
    hash: p.hash,
    created: p.created,
    last_used: p.last_used,
    last_ip: p.last_ip,
    expires: p.expires,
    read_only: p.read_only,
    namespaces: p.namespaces,
  } as never),
);

/** Holds the application passwords of a user: one that is being made is seen by who revokes all of them. */
export const claimApplicationPasswords = (tx: WriteHandle, user: number): Promise<void> =>
  tx.lock(`application passwords ${user}`);

/** Stores a new application password behind those that its user has. */
export async function insertApplicationPassword(
  tx: WriteHandle,
  made: Omit<ApplicationPasswordRow, 'secret'> & { hash: string },
): Promise<void> {
  await claimApplicationPasswords(tx, made.user_id);
  const { position = 0 } = (await tx.first(last, { user: made.user_id })) ?? {};
  await tx.run(insertion, { ...made, position: Number(position) + 1 });
}

const naming = statement((q, p: Slots<{ uuid: string; name: string }>) =>
  q.updateTable('application_passwords').set({ name: p.name }).where('uuid', '=', p.uuid),
);

/** Writes what an application is called. */
export const renameApplicationPassword = (tx: WriteHandle, uuid: string, name: string) =>
  tx.run(naming, { uuid, name });

const removal = statement((q, p: Slots<{ uuid: string }>) =>
  q.deleteFrom('application_passwords').where('uuid', '=', p.uuid),
);

/** Revokes one application password. */
export const removeApplicationPassword = (tx: WriteHandle, uuid: string) => tx.run(removal, { uuid });

const removalOfAll = statement((q, p: Slots<{ user: number }>) =>
  q.deleteFrom('application_passwords').where('user_id', '=', p.user),
);

/** Revokes all application passwords of a user; gives how many there were. */
export async function removeApplicationPasswords(tx: WriteHandle, user: number): Promise<number> {
  await claimApplicationPasswords(tx, user);
  return (await tx.run(removalOfAll, { user })).changes;
}
