// Whether what somebody has signed in with still opens, asked again within the transaction that makes new credentials: those
// that were revoked meanwhile must leave none behind.
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { Refusal } from '../refusal.ts';
import { type Actor, makeActor } from './actor.ts';
import { findRolesOf } from './credentials.ts';
import type { Roles } from './roles.ts';

/** What somebody has signed in with, as far as it can be revoked. */
export interface Revocable {
  readonly id: number;
  readonly credential: { readonly kind: string; readonly id?: string; readonly uuid?: string };
}

const session = statement((q, p: Slots<{ id: string; user: number }>) =>
  q.selectFrom('sessions').select('expires').where('id', '=', p.id).where('user_id', '=', p.user),
);

const applicationPassword = statement((q, p: Slots<{ uuid: string; user: number }>) =>
  q.selectFrom('application_passwords').select('expires').where('uuid', '=', p.uuid).where('user_id', '=', p.user),
);

/** Whether the session or the application password was neither revoked nor has ended; what is neither cannot be. */
async function stands(read: ReadHandle, { id: user, credential }: Revocable, moment: string): Promise<boolean> {
  const { kind, id = '', uuid = '' } = credential;
  if (kind !== 'session' && kind !== 'application-password') return true;
  const found =
    kind === 'session'
      ? await read.first(session, { id, user })
      : await read.first(applicationPassword, { uuid, user });
  return found !== undefined && (found.expires === null || found.expires > moment);
}

/** Who somebody that was identified a while ago is now, with the rights of now; undefined where they are signed in no longer. */
export async function actorNow(
  { read, roles }: { readonly read: ReadHandle; readonly roles: Roles },
  actor: Actor,
  moment: string,
): Promise<Actor | undefined> {
  if (actor.credential.kind === 'internal') return actor;
  if (!(await stands(read, actor, moment))) return undefined;
  const { id, login, credential } = actor;
  const held = await findRolesOf(read, id);
  return makeActor({ id, login, roles: held }, roles.capabilitiesOf(held), credential);
}

/** Throws Refusal 401 `rest_not_logged_in` where what the actor has signed in with was revoked meanwhile. */
export async function requireStanding(read: ReadHandle, actor: Revocable, moment: string): Promise<void> {
  if (await stands(read, actor, moment)) return;
  throw new Refusal('rest_not_logged_in', 401, 'What you were signed in with was revoked meanwhile.');
}

/**
 * Holds the sign-ins of a user: whoever opens a session, writes a password or removes the user claims this first, so that
 * no session follows from a password that is no longer the user's.
 */
export const claimSignIns = (tx: WriteHandle, user: number): Promise<void> => tx.lock(`sign-ins ${user}`);
