// Reloads actors during long-running responses, such as the live feed.
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { type Clock, now } from '../time/zone.ts';
import { type Actor, makeActor } from './actor.ts';
import { findRolesOf } from './credentials.ts';
import type { Roles } from './roles.ts';

interface Deps {
  readonly read: ReadHandle;
  readonly roles: Roles;
  readonly clock: Clock;
}

/**
 * Returns the actor with its current capabilities; undefined if its credential is no longer valid: the session has ended, the application
 * password was revoked or has expired, or the user was deleted. An actor without a user account is returned unchanged.
 */
export async function reloadActor({ read, roles, clock }: Deps, actor: Actor): Promise<Actor | undefined> {
  const { id, login, credential } = actor;
  if (id === 0) return actor;
  if (!(await isCredentialValid(read, id, credential, now(clock)))) return undefined;
  const userRoles = await findRolesOf(read, id);
  return makeActor({ id, login, roles: userRoles }, roles.capabilitiesOf(userRoles), credential);
}

type CredentialKey = { readonly user: number; readonly id: string; readonly now: string };

const sessionStatement = statement((q, p: Slots<CredentialKey>) =>
  q
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', p.id)
    .where('user_id', '=', p.user)
    .where('expires', '>', p.now),
);

const passwordStatement = statement((q, p: Slots<CredentialKey>) =>
  q
    .selectFrom('application_passwords')
    .select('uuid')
    .where('uuid', '=', p.id)
    .where('user_id', '=', p.user)
    .where(({ or, eb }) => or([eb('expires', 'is', null), eb('expires', '>', p.now)])),
);

/** A credential that can be revoked. */
export interface Revocable {
  readonly kind: string;
  readonly id?: string;
  readonly uuid?: string;
}

/** Returns whether a user's credential is still valid. Only sessions and application passwords can become invalid. */
export async function isCredentialValid(
  read: ReadHandle,
  user: number,
  { kind, id = '', uuid = '' }: Revocable,
  timestamp: string,
): Promise<boolean> {
  switch (kind) {
    case 'session':
      return (await read.first(sessionStatement, { user, id, now: timestamp })) !== undefined;
    case 'application-password':
      return (await read.first(passwordStatement, { user, id: uuid, now: timestamp })) !== undefined;
    default:
      return true;
  }
}
