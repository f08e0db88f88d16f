// Reads and writes email addresses that wait for a confirmation in the database.
import type { Selectable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { pickSlots, type Slots, statement } from '../database/statement.ts';
import type { EmailChangesTable } from '../database/tables/sessions.ts';

/** A loaded change of an email address, without the hash of its token. */
export type EmailChangeRow = Omit<Selectable<EmailChangesTable>, 'token_hash'>;

const byUserStatement = statement((q, p: Slots<{ user: number; now: string }>) =>
  q
    .selectFrom('email_changes')
    .select(['user_id', 'email', 'created', 'expires'])
    .where('user_id', '=', p.user)
    .where('expires', '>', p.now),
);

/** Returns the change of a user's email address that waits for a confirmation; undefined if there is none or it has expired. */
export const findEmailChange = (read: ReadHandle, user: number, now: string): Promise<EmailChangeRow | undefined> =>
  read.first(byUserStatement, { user, now });

const byTokenStatement = statement((q, p: Slots<{ hash: string; now: string }>) =>
  q
    .selectFrom('email_changes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.login', 'u.email', 'c.email as new_email'])
    .where('c.token_hash', '=', p.hash)
    .where('c.expires', '>', p.now),
);

/** A change of an email address, with its user. */
export interface EmailChangeOfToken {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly new_email: string;
}

/** Returns the change of the token in an email; undefined if the token is unknown or has expired. */
export const findEmailChangeByToken = (
  read: ReadHandle,
  hash: string,
  now: string,
): Promise<EmailChangeOfToken | undefined> => read.first(byTokenStatement, { hash, now });

const updatedColumns = ['token_hash', 'email', 'created', 'expires'] as const;

const upsertStatement = statement((q, p: Slots<EmailChangesTable>) =>
  q
    .insertInto('email_changes')
    .values(pickSlots(p, ['user_id', ...updatedColumns]))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pickSlots(p, updatedColumns))),
);

/** Inserts a change of an email address, or replaces the previous one of the user. */
export const upsertEmailChange = (tx: WriteHandle, change: EmailChangesTable) => tx.run(upsertStatement, change);

const deleteStatement = statement((q, p: Slots<{ user: number }>) =>
  q.deleteFrom('email_changes').where('user_id', '=', p.user),
);

/** Deletes the change of a user's email address that waits for a confirmation, if there is one. */
export const deleteEmailChange = (tx: WriteHandle, user: number) => tx.run(deleteStatement, { user });
