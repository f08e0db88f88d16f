// Reads and writes sessions in the database.
import type { Selectable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { pickSlots, type Slots, statement } from '../database/statement.ts';
import type { SessionsTable } from '../database/tables/sessions.ts';

/** A loaded session, without the hash of its token. */
export type SessionRow = Omit<Selectable<SessionsTable>, 'token_hash'>;

/** A session with its user. */
export interface FoundSession {
  readonly id: string;
  readonly user_id: number;
  readonly last_seen: string;
  readonly login: string;
}

const findByTokenStatement = statement((q, p: Slots<{ hash: string; now: string }>) =>
  q
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.last_seen', 'u.login'])
    .where('s.token_hash', '=', p.hash)
    .where('s.expires', '>', p.now),
);

/** Returns the session whose token has this hash; undefined if there is none or it has expired. */
export const findSession = (read: ReadHandle, hash: string, now: string): Promise<FoundSession | undefined> =>
  read.first(findByTokenStatement, { hash, now });

const sessionColumns = ['id', 'user_id', 'created', 'last_seen', 'expires', 'address', 'agent'] as const;

const listStatement = statement((q, p: Slots<{ user: number; now: string }>) =>
  q
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('user_id', '=', p.user)
    .where('expires', '>', p.now)
    .orderBy('created', 'desc')
    .orderBy('id'),
);

/** Returns the unexpired sessions of a user, newest first. */
export const listSessions = (read: ReadHandle, user: number, now: string): Promise<SessionRow[]> =>
  read.all(listStatement, { user, now });

const expiryStatement = statement((q, p: Slots<{ id: string }>) =>
  q.selectFrom('sessions').select('expires').where('id', '=', p.id),
);

/** Returns the time when a session ends, in GMT; undefined if there is no session with this ID. */
export const findSessionExpiry = async (read: ReadHandle, id: string): Promise<string | undefined> =>
  (await read.first(expiryStatement, { id }))?.expires;

const insertStatement = statement((q, p: Slots<SessionsTable>) =>
  q.insertInto('sessions').values(pickSlots(p, [...sessionColumns, 'token_hash'])),
);

const passwordHashStatement = statement((q, p: Slots<{ user: number }>) =>
  q.selectFrom('users').select('password_hash').where('id', '=', p.user),
);

/** Returns the password hash of a user; undefined if there is no such user. */
export const findPasswordHash = async (read: ReadHandle, user: number): Promise<string | undefined> =>
  (await read.first(passwordHashStatement, { user }))?.password_hash;

/** Inserts a session. */
export const insertSession = (tx: WriteHandle, session: SessionsTable) => tx.run(insertStatement, session);

const updateLastSeenStatement = statement((q, p: Slots<{ id: string; now: string }>) =>
  q.updateTable('sessions').set({ last_seen: p.now }).where('id', '=', p.id),
);

/** Updates the timestamp of a session's last use. */
export const updateLastSeen = (tx: WriteHandle, id: string, now: string) =>
  tx.run(updateLastSeenStatement, { id, now });

const updateTokenStatement = statement((q, p: Slots<{ id: string; hash: string }>) =>
  q.updateTable('sessions').set({ token_hash: p.hash }).where('id', '=', p.id),
);

/** Replaces the token of a session. */
export const updateToken = (tx: WriteHandle, id: string, hash: string) => tx.run(updateTokenStatement, { id, hash });

const deleteStatement = statement((q, p: Slots<{ id: string; user: number }>) =>
  q.deleteFrom('sessions').where('id', '=', p.id).where('user_id', '=', p.user),
);

/** Deletes a session of a user. */
export const deleteSession = (tx: WriteHandle, user: number, id: string) => tx.run(deleteStatement, { id, user });

const deleteByTokenStatement = statement((q, p: Slots<{ hash: string }>) =>
  q.deleteFrom('sessions').where('token_hash', '=', p.hash),
);

/** Deletes the session whose token has this hash. */
export const deleteSessionByToken = (tx: WriteHandle, hash: string) => tx.run(deleteByTokenStatement, { hash });

const deleteOthersStatement = statement((q, p: Slots<{ user: number; retainedId: string }>) =>
  q.deleteFrom('sessions').where('user_id', '=', p.user).where('id', '<>', p.retainedId),
);

/** Deletes all sessions of a user, except `retainedId`. */
export const deleteSessions = (tx: WriteHandle, user: number, retainedId = '') =>
  tx.run(deleteOthersStatement, { user, retainedId });

const deleteExpiredStatement = statement((q, p: Slots<{ now: string }>) =>
  q.deleteFrom('sessions').where('expires', '<=', p.now),
);

/** Deletes expired sessions. */
export const deleteExpiredSessions = (tx: WriteHandle, now: string) => tx.run(deleteExpiredStatement, { now });
