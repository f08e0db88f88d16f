// Reads and writes password resets in the database.
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { pickSlots, type Slots, statement } from '../database/statement.ts';
import type { PasswordResetsTable } from '../database/tables/sessions.ts';

const findByUserStatement = statement((q, p: Slots<{ user: number }>) =>
  q.selectFrom('password_resets').select(['created', 'expires']).where('user_id', '=', p.user),
);

/** Returns the creation and expiry timestamps of a user's current password reset. */
export const findReset = (
  read: ReadHandle,
  user: number,
): Promise<Pick<PasswordResetsTable, 'created' | 'expires'> | undefined> => read.first(findByUserStatement, { user });

const findByTokenStatement = statement((q, p: Slots<{ hash: string; now: string }>) =>
  q
    .selectFrom('password_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.id', 'u.login', 'u.email'])
    .where('r.token_hash', '=', p.hash)
    .where('r.expires', '>', p.now)
    .whereRef('r.email', '=', 'u.email'),
);

/**
 * Returns the user of a password reset token; undefined if the token is unknown or has expired, or if the user's email address has changed
 * since.
 */
export const findUserOfReset = (
  read: ReadHandle,
  hash: string,
  now: string,
): Promise<{ id: number; login: string; email: string } | undefined> => read.first(findByTokenStatement, { hash, now });

const updatedColumns = ['token_hash', 'email', 'created', 'expires'] as const;

const upsertStatement = statement((q, p: Slots<PasswordResetsTable>) =>
  q
    .insertInto('password_resets')
    .values(pickSlots(p, ['user_id', ...updatedColumns]))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pickSlots(p, updatedColumns))),
);

/** Inserts a password reset, or replaces the previous one of the user. */
export const upsertReset = (tx: WriteHandle, reset: PasswordResetsTable) => tx.run(upsertStatement, reset);

const deleteStatement = statement((q, p: Slots<{ user: number }>) =>
  q.deleteFrom('password_resets').where('user_id', '=', p.user),
);

/** Deletes the password reset of a user. */
export const deleteReset = (tx: WriteHandle, user: number) => tx.run(deleteStatement, { user });
