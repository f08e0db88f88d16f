// The SQL of sessions.
import type { Selectable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import type { SessionsTable } from '../database/tables/sessions.ts';

/** A session as it is loaded: never with the hash of its secret. */
export type SessionRow = Omit<Selectable<SessionsTable>, 'token_hash'>;

/** A session with who is signed in by it. */
export interface FoundSession {
  readonly id: string;
  readonly user_id: number;
  readonly last_seen: string;
  readonly login: string;
}

const byToken = statement((q, p: Slots<{ hash: string; now: string }>) =>
  q
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.last_seen', 'u.login'])
    .where('s.token_hash', '=', p.hash)
    .where('s.expires', '>', p.now),
);

/** The session that a secret belongs to, unless it has ended by `now`. */
export const findSession = (read: ReadHandle, hash: string, now: string): Promise<FoundSession | undefined> =>
  read.first(byToken, { hash, now });

const shown = ['id', 'user_id', 'created', 'last_seen', 'expires', 'address', 'agent'] as const;

const ofUser = statement((q, p: Slots<{ user: number; now: string }>) =>
  q
    .selectFrom('sessions')
    .select(shown)
    .where('user_id', '=', p.user)
    .where('expires', '>', p.now)
    .orderBy('created', 'desc')
    .orderBy('id'),
);

/** The sessions of a user that have not ended, the newest first. */
export const findSessions = (read: ReadHandle, user: number, now: string): Promise<SessionRow[]> =>
  read.all(ofUser, { user, now });

const insertion = statement((q, p: Slots<SessionsTable>) =>
  q.insertInto('sessions').values({
    id: p.id,
    user_id: p.user_id,
    token_hash: p.token_hash,
    created: p.created,
    last_seen: p.last_seen,
    expires: p.expires,
    address: p.address,
    agent: p.agent,
  }),
);

const passwordHash = statement((q, p: Slots<{ user: number }>) =>
  q.selectFrom('users').select('password_hash').where('id', '=', p.user),
);

/** The hash of a user's password; undefined where there is no such user. */
export const findPasswordHash = async (read: ReadHandle, user: number): Promise<string | undefined> =>
  (await read.first(passwordHash, { user }))?.password_hash;

/** Stores a new session. */
export const insertSession = (tx: WriteHandle, session: SessionsTable) => tx.run(insertion, session);

const sight = statement((q, p: Slots<{ id: string; now: string }>) =>
  q.updateTable('sessions').set({ last_seen: p.now }).where('id', '=', p.id),
);

/** Notes that a session was used. */
export const markSeen = (tx: WriteHandle, id: string, now: string) => tx.run(sight, { id, now });

const exchange = statement((q, p: Slots<{ id: string; hash: string }>) =>
  q.updateTable('sessions').set({ token_hash: p.hash }).where('id', '=', p.id),
);

/** Gives a session another secret; the one it had opens nothing any more. */
export const writeToken = (tx: WriteHandle, id: string, hash: string) => tx.run(exchange, { id, hash });

const removal = statement((q, p: Slots<{ id: string; user: number }>) =>
  q.deleteFrom('sessions').where('id', '=', p.id).where('user_id', '=', p.user),
);

/** Ends one session of a user. */
export const removeSession = (tx: WriteHandle, user: number, id: string) => tx.run(removal, { id, user });

const removalByToken = statement((q, p: Slots<{ hash: string }>) =>
  q.deleteFrom('sessions').where('token_hash', '=', p.hash),
);

/** Ends the session that a secret belongs to. */
export const removeSessionOf = (tx: WriteHandle, hash: string) => tx.run(removalByToken, { hash });

const removalOfOthers = statement((q, p: Slots<{ user: number; kept: string }>) =>
  q.deleteFrom('sessions').where('user_id', '=', p.user).where('id', '<>', p.kept),
);

/** Ends the sessions of a user, but for the one that is `kept`. */
export const removeSessions = (tx: WriteHandle, user: number, kept = '') => tx.run(removalOfOthers, { user, kept });

const sweeping = statement((q, p: Slots<{ now: string }>) => q.deleteFrom('sessions').where('expires', '<=', p.now));

/** Removes what has ended by itself. */
export const sweepSessions = (tx: WriteHandle, now: string) => tx.run(sweeping, { now });
