// SQL statements for application passwords.
import type { Selectable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { ApplicationPasswordsTable } from '../../database/tables/users.ts';

/** An application password without the hash of its secret. */
export interface ApplicationPasswordRow extends Omit<Selectable<ApplicationPasswordsTable>, 'hash' | 'position'> {
  /** The secret; defined only in the response to the request that creates the password. */
  readonly secret?: string;
}

const selectedColumns = [
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

const listByUserStatement = statement((q, p: Slots<{ user: number }>) =>
  q
    .selectFrom('application_passwords')
    .select(selectedColumns)
    .where('user_id', '=', p.user)
    .orderBy('position')
    .orderBy('uuid'),
);

/** Returns all application passwords of a user in order of creation. */
export const listApplicationPasswordRows = (read: ReadHandle, userId: number): Promise<ApplicationPasswordRow[]> =>
  read.all(listByUserStatement, { user: userId });

const findByUserAndUuidStatement = statement((q, p: Slots<{ user: number; uuid: string }>) =>
  q
    .selectFrom('application_passwords')
    .select(selectedColumns)
    .where('uuid', '=', p.uuid)
    .where('user_id', '=', p.user),
);

/** Returns the application password with this UUID; undefined if the user has none. */
export const findApplicationPassword = (
  read: ReadHandle,
  userId: number,
  uuid: string,
): Promise<ApplicationPasswordRow | undefined> => read.first(findByUserAndUuidStatement, { user: userId, uuid });

const lastPositionStatement = statement((q, p: Slots<{ user: number }>) =>
  q
    .selectFrom('application_passwords')
    .select((eb) => eb.fn.coalesce(eb.fn.max<number>('position'), eb.lit(0)).as('position'))
    .where('user_id', '=', p.user),
);

const insertStatement = statement((q, p: Slots<ApplicationPasswordsTable>) =>
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
  }),
);

/**
 * Locks the application passwords of a user, so that revoking all of them includes one that is being created, and that each change is based on
 * the state that the caller has read (`If-Match`).
 */
export const lockApplicationPasswords = (tx: WriteHandle, userId: number): Promise<void> =>
  tx.lock(`application passwords ${userId}`);

/** Inserts an application password after the existing ones of its user. */
export async function insertApplicationPassword(
  tx: WriteHandle,
  application: Omit<ApplicationPasswordRow, 'secret'> & { hash: string },
): Promise<void> {
  await lockApplicationPasswords(tx, application.user_id);
  const { position = 0 } = (await tx.first(lastPositionStatement, { user: application.user_id })) ?? {};
  await tx.run(insertStatement, { ...application, position: Number(position) + 1 });
}

const updateNameStatement = statement((q, p: Slots<{ uuid: string; name: string }>) =>
  q.updateTable('application_passwords').set({ name: p.name }).where('uuid', '=', p.uuid),
);

/** Renames an application password. */
export const updateApplicationPasswordName = (tx: WriteHandle, uuid: string, name: string) =>
  tx.run(updateNameStatement, { uuid, name });

const deleteByUuidStatement = statement((q, p: Slots<{ uuid: string }>) =>
  q.deleteFrom('application_passwords').where('uuid', '=', p.uuid),
);

/** Deletes an application password, which revokes it. */
export const deleteApplicationPasswordRow = (tx: WriteHandle, uuid: string) => tx.run(deleteByUuidStatement, { uuid });

const deleteByUserStatement = statement((q, p: Slots<{ user: number }>) =>
  q.deleteFrom('application_passwords').where('user_id', '=', p.user),
);

/** Deletes all application passwords of a user, which revokes them, and returns their number. */
export async function deleteApplicationPasswordRows(tx: WriteHandle, userId: number): Promise<number> {
  await lockApplicationPasswords(tx, userId);
  return (await tx.run(deleteByUserStatement, { user: userId })).changes;
}
