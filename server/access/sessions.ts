// Manages browser sessions (users-and-comments.md §2.3). The cookie contains a random token; only its keyed hash is stored.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { recordAuditEvent } from '../audit/record-event.ts';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { lockLogins } from './require-valid-credential.ts';
import { keyedHash, randomSecret } from './secrets.ts';
import {
  deleteExpiredSessions,
  deleteSessionByToken,
  type FoundSession,
  findPasswordHash,
  findSession,
  insertSession,
  updateLastSeen,
  updateToken,
} from './sessions-store.ts';

const dayMs = 24 * 3600_000;

/** Lifetimes of sessions regardless of use, in milliseconds. */
export const lifetimes = { usual: 2 * dayMs, remembered: 14 * dayMs } as const;

/** Minimum interval between updates of `last_seen`, and maximum time that a request waits for one, in milliseconds. */
const lastSeenIntervalMs = 3600_000;
const updateTimeoutMs = 200;

/** Properties of a session to open. */
export interface SessionOptions {
  readonly user: number;
  readonly login: string;
  /** Hash that the user's password matched. */
  readonly hash: string;
  readonly remembered: boolean;
  /** IP address and user agent, for the user's list of sessions. */
  readonly from: string;
  readonly agent: string;
  /** Token of the browser's previous session, which is deleted. */
  readonly previousToken: string | undefined;
}

export interface Sessions {
  /**
   * Opens a session and records an audit event. Returns a new token for the cookie; undefined if the password was changed or the
   * user was deleted after the password was verified.
   */
  open(options: SessionOptions): Promise<string | undefined>;
  /** Returns the session with this token; undefined if there is none or it has expired. */
  find(token: string): Promise<FoundSession | undefined>;
  /** Updates the session's `last_seen`, at most once an hour. */
  touch(session: FoundSession): Promise<void>;
  /** Replaces the token of a session and returns the new token. Called when the user changes the password. */
  renew(tx: WriteHandle, id: string): Promise<string>;
}

/** Length of a session token, in letters and digits. */
const tokenLength = 43;

/** Returns the functions for a site's sessions; `key` is the key of its keyed hashes. */
export function makeSessions(database: Database, key: string, clock: Clock): Sessions {
  const hashOf = (token: string) => keyedHash(key, `session ${token}`);
  const updating = new Set<string>();
  const storeLastSeen = async (id: string) => {
    try {
      await database.transaction((tx) => updateLastSeen(tx, id, now(clock)));
    } catch (error) {
      // The next request updates it instead.
      reportBackgroundFailure('update of the last use of a session', error);
    } finally {
      updating.delete(id);
    }
  };
  return {
    async open({ user, login, hash, remembered, from, agent, previousToken }) {
      const token = randomSecret(tokenLength);
      const lifetimeMs = remembered ? lifetimes.remembered : lifetimes.usual;
      const session = {
        id: randomUUID(),
        user_id: user,
        token_hash: hashOf(token),
        created: now(clock),
        last_seen: now(clock),
        expires: now(() => clock() + lifetimeMs),
        address: from,
        agent: agent.slice(0, 250),
      };
      const opened = await database.transaction(async (tx) => {
        await lockLogins(tx, user);
        if ((await findPasswordHash(tx, user)) !== hash) return false;
        await deleteExpiredSessions(tx, now(clock));
        if (previousToken !== undefined) await deleteSessionByToken(tx, hashOf(previousToken));
        await insertSession(tx, session);
        const auditActor = { actor: { id: user, login, credential: { kind: 'session' } }, from };
        await recordAuditEvent(tx, clock, auditActor, { action: 'signed-in', kind: 'user', id: user, name: login });
        return true;
      });
      return opened ? token : undefined;
    },
    find: (token) => findSession(database.primary, hashOf(token), now(clock)),
    async touch({ id, last_seen }) {
      if (clock() - Date.parse(`${last_seen}Z`) < lastSeenIntervalMs || updating.has(id)) return;
      updating.add(id);
      await Promise.race([storeLastSeen(id), pause(updateTimeoutMs, undefined, { ref: false })]);
    },
    async renew(tx, id) {
      const token = randomSecret(tokenLength);
      await updateToken(tx, id, hashOf(token));
      return token;
    },
  };
}
