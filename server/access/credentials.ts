// Signing in with an application password (users-and-comments.md §2.1).
import { setTimeout as pause } from 'node:timers/promises';
import { noteDeed } from '../audit/note.ts';
import type { Database, ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { parseStoredList } from '../database/stored-json.ts';
import { fold } from '../rendering/fold.ts';
import { type Clock, now } from '../time/zone.ts';
import { type Actor, anonymous, anonymousWithRefusedCredential, makeActor } from './actor.ts';
import type { Guessing } from './guessing.ts';
import type { Roles } from './roles.ts';
import { keyedHash } from './secrets.ts';

/** What a request may carry to say who sends it. */
export interface Carried {
  readonly authorization: string | undefined;
  /** The sender's address, noted with the first use of a day. */
  readonly from: string;
}

/** Finds out who sends a request. Throws Refusal 429 `rest_too_many_failed_attempts` (guessing.ts). */
export type Identify = (carried: Carried) => Promise<Actor>;

interface Parts {
  readonly database: Database;
  readonly roles: Roles;
  readonly clock: Clock;
  /** The key of the site's hashes. */
  readonly key: string;
  /** The door that every try goes through. */
  readonly guessing: Guessing;
}

/** How long a use is remembered before the next one is noted. Milliseconds. */
const notedAgain = 24 * 3600_000;

/** How long a request waits for the note of its credentials. Milliseconds. */
const notePatience = 200;

/**
 * Identification by Basic credentials: login name or e-mail address, and an application password whose blanks and signs
 * do not matter. Credentials that fit nobody leave the request anonymous and are told (contract/README.md, decision 16).
 */
export function makeIdentify(parts: Parts): Identify {
  const { database, roles, clock, key, guessing } = parts;
  const noteUse = makeNotes(parts);
  return async ({ authorization, from }) => {
    if (authorization === undefined) return anonymous;
    const basic = readBasic(authorization);
    const attempt = { from, account: basic?.name ?? '', secret: 'application-password' } as const;
    const found = await guessing.guard(
      attempt,
      async () => basic && findBySecret(database.read, keyedHash(key, basic.secret), basic.name, now(clock)),
    );
    if (!found) return anonymousWithRefusedCredential;
    if (isDue(found.last_used, clock)) await noteUse(found, from);
    const held = await findRolesOf(database.read, found.id);
    const user = { id: found.id, login: found.login, roles: held };
    const limits = {
      readOnly: found.read_only === 1,
      namespaces: parseStoredList(found.namespaces),
      expires: found.expires,
    };
    const credential = { kind: 'application-password', uuid: found.uuid, limits } as const;
    return makeActor(user, roles.capabilitiesOf(held), credential);
  };
}

/** Name and secret of an Authorization header; undefined where it is of another scheme or cannot be read. */
export function readBasic(authorization: string): { name: string; secret: string } | undefined {
  const encoded = /^basic +([\w+/=-]+) *$/i.exec(authorization)?.[1];
  if (encoded === undefined || encoded.length > 4096) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  const secret = text.slice(at + 1).replace(/[^A-Za-z0-9]/g, '');
  return at > 0 && secret !== '' ? { name: text.slice(0, at), secret } : undefined;
}

const bySecret = statement((q, p: Slots<{ hash: string }>) =>
  q
    .selectFrom('application_passwords as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.expires', 'p.read_only', 'p.namespaces'])
    .select(['p.uuid', 'p.name', 'p.last_used', 'u.id', 'u.login', 'u.login_key', 'u.email_key'])
    .where('p.hash', '=', p.hash),
);

const rolesOf = statement((q, p: Slots<{ user: number }>) =>
  q.selectFrom('user_roles').select('role').where('user_id', '=', p.user).orderBy('position'),
);

/** The roles of a user, in the order in which they were given. */
export const findRolesOf = async (read: ReadHandle, user: number): Promise<string[]> =>
  (await read.all(rolesOf, { user })).map((row) => row.role);

/**
 * The application password that a secret is and whose it is, where the name is that user's and it has not expired. Blanks
 * around a login name do not count; around an e-mail address they make another address of it.
 */
async function findBySecret(read: ReadHandle, hash: string, name: string, moment: string) {
  const found = await read.first(bySecret, { hash });
  if (!found || (found.expires !== null && found.expires <= moment)) return undefined;
  return found.login_key === fold(name.trim()) || found.email_key === fold(name) ? found : undefined;
}

const isDue = (lastUsed: string | null, clock: Clock) =>
  lastUsed === null || clock() - Date.parse(`${lastUsed}Z`) > notedAgain;

const markUsed = statement((q, p: Slots<{ uuid: string; now: string; from: string }>) =>
  q.updateTable('application_passwords').set({ last_used: p.now, last_ip: p.from }).where('uuid', '=', p.uuid),
);

/** An application password that somebody has signed in with, and who that is. */
interface Used {
  readonly uuid: string;
  readonly name: string;
  readonly last_used: string | null;
  readonly id: number;
  readonly login: string;
}

/** Notes uses, the first one in the audit log too. A note decides nothing about its request: where it cannot be kept, or not soon, the request goes on without. */
function makeNotes({ database, clock }: Parts): (used: Used, from: string) => Promise<void> {
  const underWay = new Set<string>();
  const keep = async ({ uuid, name, last_used, ...user }: Used, from: string) => {
    try {
      await database.transaction(async (tx) => {
        await tx.run(markUsed, { uuid, now: now(clock), from });
        const doer = { actor: { ...user, credential: { kind: 'application-password', uuid } }, from };
        const deed = { action: 'application-password-used', kind: 'application-password', id: uuid, name } as const;
        if (last_used === null) await noteDeed(tx, clock, doer, deed);
      });
    } catch {
      // The next use is noted.
    } finally {
      underWay.delete(uuid);
    }
  };
  return async (used, from) => {
    // Requests that come while others hold the database must not line up behind it with a note each.
    if (underWay.has(used.uuid)) return;
    underWay.add(used.uuid);
    await Promise.race([keep(used, from), pause(notePatience, undefined, { ref: false })]);
  };
}
