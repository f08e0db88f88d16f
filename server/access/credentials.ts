// Authenticates requests by application password (users-and-comments.md §2.1).
import { setTimeout as pause } from 'node:timers/promises';
import { recordAuditEvent } from '../audit/record-event.ts';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Database, ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { parseStoredList } from '../database/stored-json.ts';
import { fold } from '../rendering/fold.ts';
import { type Clock, now } from '../time/zone.ts';
import { type Actor, anonymous, anonymousWithInvalidCredential, makeActor } from './actor.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Roles } from './roles.ts';
import { keyedHash } from './secrets.ts';

/** Credentials of a request. */
export interface RequestCredentials {
  readonly authorization: string | undefined;
  /** IP address of the caller. It is stored with a use of the password, at most once in 24 hours. */
  readonly from: string;
}

/** Returns the actor of a request. Throws ApiError 429 `rest_too_many_failed_attempts` (login-throttle.ts). */
export type Identify = (credentials: RequestCredentials) => Promise<Actor>;

interface Deps {
  readonly database: Database;
  readonly roles: Roles;
  readonly clock: Clock;
  /** Key of the site's keyed hashes. */
  readonly key: string;
  /** Throttle for all login attempts. */
  readonly loginThrottle: LoginThrottle;
}

/** Minimum interval between stored uses of an application password, in milliseconds. */
const useIntervalMs = 24 * 3600_000;

/** Maximum time that a request waits for the use of its credentials to be recorded, in milliseconds. */
const recordTimeoutMs = 200;

/**
 * Creates the function that authenticates by Basic credentials: a username or email address, and an application password, in which
 * blanks and punctuation are ignored. A request with invalid credentials is anonymous, and the response reports that
 * (contract/README.md, decision 16).
 */
export function makeIdentify(deps: Deps): Identify {
  const { database, roles, clock, key, loginThrottle } = deps;
  const recordUse = makeRecordUse(deps);
  return async ({ authorization, from }) => {
    if (authorization === undefined) return anonymous;
    const basic = readBasic(authorization);
    const attempt = { from, account: basic?.name ?? '', secret: 'application-password' } as const;
    const found = await loginThrottle.guard(
      attempt,
      async () => basic && findBySecret(database.primary, keyedHash(key, basic.secret), basic.name, now(clock)),
    );
    if (!found) return anonymousWithInvalidCredential;
    if (isDue(found.last_used, clock)) await recordUse(found, from);
    const user = { id: found.id, login: found.login, roles: found.roles };
    const limits = {
      readOnly: found.read_only === 1,
      namespaces: parseStoredList(found.namespaces),
      expires: found.expires,
    };
    const credential = { kind: 'application-password', uuid: found.uuid, limits } as const;
    return makeActor(user, roles.capabilitiesOf(found.roles), credential);
  };
}

/** Returns the name and secret of an Authorization header; undefined if it has another scheme or is malformed. */
function readBasic(authorization: string): { name: string; secret: string } | undefined {
  const encoded = /^basic +([\w+/=-]+) *$/i.exec(authorization)?.[1];
  if (encoded === undefined || encoded.length > 4096) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  const secret = text.slice(at + 1).replace(/[^A-Za-z0-9]/g, '');
  return at > 0 && secret !== '' ? { name: text.slice(0, at), secret } : undefined;
}

const findByHashStatement = statement((q, p: Slots<{ hash: string }>) =>
  q
    .selectFrom('application_passwords as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['p.expires', 'p.read_only', 'p.namespaces'])
    .select(['p.uuid', 'p.name', 'p.last_used', 'u.id', 'u.login', 'u.login_key', 'u.email_key', 'r.role'])
    .where('p.hash', '=', p.hash)
    .orderBy('r.position'),
);

const rolesStatement = statement((q, p: Slots<{ user: number }>) =>
  q.selectFrom('user_roles').select('role').where('user_id', '=', p.user).orderBy('position'),
);

/** Returns the roles of a user, in the order in which they were assigned. */
export const findRolesOf = async (read: ReadHandle, user: number): Promise<string[]> =>
  (await read.all(rolesStatement, { user })).map((row) => row.role);

/**
 * Returns the unexpired application password with a secret, and its owner with the roles, if the name is that user's username or email
 * address. Blanks around a username are ignored; blanks around an email address are not.
 */
async function findBySecret(read: ReadHandle, hash: string, name: string, timestamp: string) {
  // One row for each role. A user without roles has one row, too.
  const rows = await read.all(findByHashStatement, { hash });
  const [found] = rows;
  if (!found || (found.expires !== null && found.expires <= timestamp)) return undefined;
  if (found.login_key !== fold(name.trim()) && found.email_key !== fold(name)) return undefined;
  return { ...found, roles: rows.flatMap(({ role }) => role ?? []) };
}

const isDue = (lastUsed: string | null, clock: Clock) =>
  lastUsed === null || clock() - Date.parse(`${lastUsed}Z`) > useIntervalMs;

const updateLastUsedStatement = statement((q, p: Slots<{ uuid: string; now: string; from: string }>) =>
  q.updateTable('application_passwords').set({ last_used: p.now, last_ip: p.from }).where('uuid', '=', p.uuid),
);

/** An application password that was used, and its owner. */
interface UsedPassword {
  readonly uuid: string;
  readonly name: string;
  readonly last_used: string | null;
  readonly id: number;
  readonly login: string;
}

/**
 * Returns a function that stores the use of an application password, and records an audit event for its first use. The request proceeds if
 * storing fails or takes too long.
 */
function makeRecordUse({ database, clock }: Deps): (used: UsedPassword, from: string) => Promise<void> {
  const inFlight = new Set<string>();
  const store = async ({ uuid, name, last_used, ...user }: UsedPassword, from: string) => {
    try {
      await database.transaction(async (tx) => {
        await tx.run(updateLastUsedStatement, { uuid, now: now(clock), from });
        const auditActor = { actor: { ...user, credential: { kind: 'application-password', uuid } }, from };
        const auditEvent = {
          action: 'application-password-used',
          kind: 'application-password',
          id: uuid,
          name,
        } as const;
        if (last_used === null) await recordAuditEvent(tx, clock, auditActor, auditEvent);
      });
    } catch (error) {
      // The next use is stored instead.
      reportBackgroundFailure('update of the last use of an application password', error);
    } finally {
      inFlight.delete(uuid);
    }
  };
  return async (used, from) => {
    // At most one write per password is in flight, so that requests do not queue up behind a busy database.
    if (inFlight.has(used.uuid)) return;
    inFlight.add(used.uuid);
    await Promise.race([store(used, from), pause(recordTimeoutMs, undefined, { ref: false })]);
  };
}
