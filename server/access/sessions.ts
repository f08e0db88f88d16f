// Sessions of browsers (users-and-comments.md §2.3): a random secret in a cookie, of which only a keyed hash is stored.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { noteDeed } from '../audit/note.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { keyedHash, randomSecret } from './secrets.ts';
import {
  type FoundSession,
  findPasswordHash,
  findSession,
  insertSession,
  markSeen,
  removeSessionOf,
  sweepSessions,
  writeToken,
} from './sessions-store.ts';
import { claimSignIns } from './still-signed-in.ts';

const day = 24 * 3600_000;

/** How long a session lasts, whether it is used or not. Milliseconds. */
export const lifetimes = { usual: 2 * day, remembered: 14 * day } as const;

/** How long a sight is remembered before the next one is noted, and how long a request waits for that. Milliseconds. */
const notedAgain = 3600_000;
const notePatience = 200;

/** What a session is opened for, and from where. */
export interface Opening {
  readonly user: number;
  readonly login: string;
  /** The hash that the user's password was found to fit. */
  readonly hash: string;
  readonly remembered: boolean;
  /** The sender's address and browser, for the list that the user sees. */
  readonly from: string;
  readonly agent: string;
  /** The secret of the session that the browser had before, which ends. */
  readonly before: string | undefined;
}

export interface Sessions {
  /**
   * Opens a session, and notes that; gives the secret for the cookie, which is always a new one. Undefined: the password that
   * was looked at is not the user's any more, or the user is gone.
   */
  open(opening: Opening): Promise<string | undefined>;
  /** The session that a secret belongs to, while it lasts. */
  find(token: string): Promise<FoundSession | undefined>;
  /** Notes that a session is in use, at most once an hour. */
  see(session: FoundSession): Promise<void>;
  /** Gives a session another secret, and tells it: for when more may be done with it than before. */
  renew(tx: WriteHandle, id: string): Promise<string>;
}

/** The secret of a session has this many letters and digits. */
const tokenLength = 43;

/** The sessions of a site; `key` is that of its hashes. */
export function makeSessions(database: Database, key: string, clock: Clock): Sessions {
  const hashOf = (token: string) => keyedHash(key, `session ${token}`);
  const noting = new Set<string>();
  const note = async (id: string) => {
    try {
      await database.transaction((tx) => markSeen(tx, id, now(clock)));
    } catch {
      // The next sight is noted; this one decides nothing.
    } finally {
      noting.delete(id);
    }
  };
  return {
    async open({ user, login, hash, remembered, from, agent, before }) {
      const token = randomSecret(tokenLength);
      const lasting = remembered ? lifetimes.remembered : lifetimes.usual;
      const session = {
        id: randomUUID(),
        user_id: user,
        token_hash: hashOf(token),
        created: now(clock),
        last_seen: now(clock),
        expires: now(() => clock() + lasting),
        address: from,
        agent: agent.slice(0, 250),
      };
      const opened = await database.transaction(async (tx) => {
        await claimSignIns(tx, user);
        if ((await findPasswordHash(tx, user)) !== hash) return false;
        await sweepSessions(tx, now(clock));
        if (before !== undefined) await removeSessionOf(tx, hashOf(before));
        await insertSession(tx, session);
        const doer = { actor: { id: user, login, credential: { kind: 'session' } }, from };
        await noteDeed(tx, clock, doer, { action: 'signed-in', kind: 'user', id: user, name: login });
        return true;
      });
      return opened ? token : undefined;
    },
    find: (token) => findSession(database.read, hashOf(token), now(clock)),
    async see({ id, last_seen }) {
      if (clock() - Date.parse(`${last_seen}Z`) < notedAgain || noting.has(id)) return;
      noting.add(id);
      await Promise.race([note(id), pause(notePatience, undefined, { ref: false })]);
    },
    async renew(tx, id) {
      const token = randomSecret(tokenLength);
      await writeToken(tx, id, hashOf(token));
      return token;
    },
  };
}
