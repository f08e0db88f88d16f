// Reads and writes invitations in the database.
import type { Selectable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { pickSlots, type Slots, statement } from '../database/statement.ts';
import type { InvitationsTable } from '../database/tables/sessions.ts';

/** A loaded invitation, without the hash of its token, and with the names of the invited user and of the inviter. */
export interface InvitationRow extends Omit<Selectable<InvitationsTable>, 'token_hash'> {
  readonly login: string;
  readonly name: string;
  /** Current email address of the invited user. The link works only while it is that of the latest email. */
  readonly user_email: string;
  /** Display name of the inviter; null if the inviter was deleted. */
  readonly inviter_name: string | null;
}

const invitationColumns = ['i.user_id', 'i.inviter', 'i.email', 'i.created', 'i.sent', 'i.expires'] as const;
const userNames = ['u.login', 'u.name', 'u.email as user_email', 'by.name as inviter_name'] as const;

const byUserStatement = statement((q, p: Slots<{ user: number }>) =>
  q
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .leftJoin('users as by', 'by.id', 'i.inviter')
    .select([...invitationColumns, ...userNames])
    .where('i.user_id', '=', p.user),
);

/** Returns the invitation of a user, whether its link has expired or not; undefined if there is none. */
export const findInvitation = (read: ReadHandle, user: number): Promise<InvitationRow | undefined> =>
  read.first(byUserStatement, { user });

const pageStatement = statement((q, p: Slots<{ limit: number; offset: number }>) =>
  q
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .leftJoin('users as by', 'by.id', 'i.inviter')
    .select([...invitationColumns, ...userNames])
    .orderBy('i.user_id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

/** Returns a page of invitations, those of the newest accounts first. */
export const listInvitationRows = (
  read: ReadHandle,
  page: { readonly limit: number; readonly offset: number },
): Promise<InvitationRow[]> => read.all(pageStatement, page);

const countStatement = statement((q) =>
  q.selectFrom('invitations').select((eb) => eb.fn.countAll<number | string>().as('n')),
);

/** Returns the number of invitations. */
export const countInvitations = async (read: ReadHandle): Promise<number> =>
  Number((await read.first(countStatement, {}))?.n ?? 0);

const byTokenStatement = statement((q, p: Slots<{ hash: string; now: string }>) =>
  q
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.login', 'u.email'])
    .where('i.token_hash', '=', p.hash)
    .where('i.expires', '>', p.now)
    .whereRef('i.email', '=', 'u.email'),
);

/**
 * Returns the user of the token in an invitation; undefined if the token is unknown or has expired, or if the user's email address has
 * changed since the email was sent.
 */
export const findUserOfInvitation = (
  read: ReadHandle,
  hash: string,
  now: string,
): Promise<{ id: number; login: string; email: string } | undefined> => read.first(byTokenStatement, { hash, now });

const insertStatement = statement((q, p: Slots<InvitationsTable>) =>
  q
    .insertInto('invitations')
    .values(pickSlots(p, ['user_id', 'inviter', 'token_hash', 'email', 'created', 'sent', 'expires'])),
);

/** Inserts an invitation. */
export const insertInvitation = (tx: WriteHandle, invitation: InvitationsTable) => tx.run(insertStatement, invitation);

/** The columns of an invitation that sending it again changes. */
type ResentColumns = Omit<InvitationsTable, 'created'>;

const updateStatement = statement((q, p: Slots<ResentColumns>) =>
  q
    .updateTable('invitations')
    .set(pickSlots(p, ['inviter', 'token_hash', 'email', 'sent', 'expires']))
    .where('user_id', '=', p.user_id),
);

/** Updates an invitation that is sent again. Links in earlier emails become invalid. */
export const updateInvitation = (tx: WriteHandle, invitation: ResentColumns) => tx.run(updateStatement, invitation);

const deleteStatement = statement((q, p: Slots<{ user: number }>) =>
  q.deleteFrom('invitations').where('user_id', '=', p.user),
);

/** Deletes the invitation of a user, if there is one. */
export const deleteInvitation = (tx: WriteHandle, user: number) => tx.run(deleteStatement, { user });
