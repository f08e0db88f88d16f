// Implements the endpoints of browser sessions.
import { type SessionEndpoints, type sessionFields, sessionsModule } from '../../../contract/octavo-v1/sessions.ts';
import { type Actor, isSignedIn } from '../../access/actor.ts';
import { browserName } from '../../access/browser-name.ts';
import { deleteSession, deleteSessions, listSessions, type SessionRow } from '../../access/sessions-store.ts';
import { ApiError } from '../../api-error.ts';
import { type AuditActor, recordAuditEvent } from '../../audit/record-event.ts';
import type { Database, ReadHandle, WriteHandle } from '../../database/handle.ts';
import { implement, type LoadingPermission, type Permissions } from '../../http/implement.ts';
import type { Call, Module, PermissionError, Presenter } from '../../http/module.ts';
import { type Clock, now } from '../../time/zone.ts';
import { mayEdit, forbiddenErrors as userErrors } from '../users/conditions.ts';
import { findUserName } from '../users/store.ts';

interface SessionDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** The user of the requested sessions. */
interface Owner {
  readonly id: number;
  readonly login: string;
}

type SessionTargets = { 'list-sessions': Owner; 'end-sessions': Owner };

const forbiddenErrors = {
  list: { code: 'rest_cannot_list_sessions', message: 'You are not allowed to list the sessions of this user.' },
  end: { code: 'rest_cannot_end_sessions', message: 'You are not allowed to end the sessions of this user.' },
} as const satisfies Record<string, PermissionError>;

/** Returns the permissions. Users may manage the sessions of every user whom they may edit. */
function defineSessionPermissions({ database }: SessionDeps): Permissions<SessionEndpoints, SessionTargets> {
  const allowEditors = (error: PermissionError): LoadingPermission<object, Owner> => ({
    load: (call) => requireOwner(database.read, call),
    permit: ({ actor }, owner) => (mayEdit(actor, owner) ? undefined : error),
  });
  return { 'list-sessions': allowEditors(forbiddenErrors.list), 'end-sessions': allowEditors(forbiddenErrors.end) };
}

/**
 * Returns the user in the path. Throws ApiError 401 `rest_not_logged_in` if an anonymous caller requests `me`, and 404
 * `rest_user_invalid_id` if the user does not exist.
 */
async function requireOwner(read: ReadHandle, { actor, path }: Pick<Call, 'actor' | 'path'>): Promise<Owner> {
  const isMe = path.user_id?.toLowerCase() === 'me';
  if (isMe && !isSignedIn(actor)) throw new ApiError('rest_not_logged_in', 401, 'You are not signed in.');
  const id = isMe ? actor.id : Number(path.user_id);
  const user = Number.isSafeInteger(id) && id > 0 ? await findUserName(read, id) : undefined;
  const { code, status, message } = userErrors.unknown;
  if (!user) throw new ApiError(code, status, message);
  return user;
}

/** Returns the ID of the session that authenticates the request; undefined for application passwords. */
const currentSessionId = ({ credential }: Actor): string | undefined =>
  credential.kind === 'session' ? credential.id : undefined;

const presenter: Presenter<typeof sessionFields, SessionRow, undefined> = {
  prepare: async () => undefined,
  fields: {
    id: (row) => row.id,
    user: (row) => row.user_id,
    current: (row, _prepared, { actor }) => row.id === currentSessionId(actor),
    device: (row) => browserName(row.agent),
    user_agent: (row) => row.agent,
    ip: (row) => row.address,
    created: (row) => row.created,
    last_seen: (row) => row.last_seen,
    expires: (row) => row.expires,
  },
  facts: ({ id }) => ({ id }),
};

/** Records that sessions of a user were ended, with their number, but not which ones. */
async function recordEnd(tx: WriteHandle, { clock }: SessionDeps, auditActor: AuditActor, owner: Owner, count: number) {
  const target = { kind: 'user', id: owner.id, name: owner.login } as const;
  const details = { elsewhere: true, sessions: count };
  await recordAuditEvent(tx, clock, auditActor, { action: 'signed-out', ...target, details });
}

/** Returns the module of sessions. */
export function sessionsEndpoints(deps: SessionDeps): Module {
  const { database, clock } = deps;
  return implement(sessionsModule, {
    permissions: defineSessionPermissions(deps),
    presenter,
    operations: {
      // GET /octavo/v1/users/<user_id>/sessions: lists the sessions of a user.
      /** Responds with the sessions that have not expired, newest first. */
      'list-sessions': {
        async run(_call, { id }) {
          return { kind: 'list', rows: await listSessions(database.read, id, now(clock)), uncached: true };
        },
      },

      // DELETE /octavo/v1/users/<user_id>/sessions: ends the sessions of a user.
      /** Ends all sessions of the user, except the one that authenticates the request, and responds with their number. */
      'delete-sessions': {
        async run(call, owner) {
          const count = await database.transaction(async (tx) => {
            const { changes } = await deleteSessions(tx, owner.id, currentSessionId(call.actor));
            if (changes > 0) await recordEnd(tx, deps, call, owner, changes);
            return changes;
          });
          return { kind: 'value', value: { deleted: true, count } };
        },
      },

      // DELETE /octavo/v1/users/<user_id>/sessions/<session>: ends a session.
      /**
       * Ends the session and responds with its previous values. Throws ApiError 404 `rest_session_not_found` if the user has no session
       * with this ID, or if it has expired.
       */
      'delete-session': {
        async run(call, owner) {
          const previous = await database.transaction(async (tx) => {
            const rows = await listSessions(tx, owner.id, now(clock));
            const row = rows.find(({ id }) => id === call.path.session);
            if (!row) throw new ApiError('rest_session_not_found', 404, 'No session of this user with this ID.');
            await deleteSession(tx, owner.id, row.id);
            await recordEnd(tx, deps, call, owner, 1);
            return row;
          });
          return { kind: 'deleted', previous, context: 'view' };
        },
      },
    },
  });
}
