// What has become of somebody who is answered for longer than a moment.
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { type Clock, now } from '../time/zone.ts';
import { type Actor, makeActor } from './actor.ts';
import { findRolesOf } from './credentials.ts';
import type { Roles } from './roles.ts';

interface Parts {
  readonly read: ReadHandle;
  readonly roles: Roles;
  readonly clock: Clock;
}

/**
 * The same actor with the rights that it has now; undefined where what it has signed in with has ended: a session that is over, an
 * application password that was revoked or has expired, a user who is gone.
 */
export async function renewActor({ read, roles, clock }: Parts, actor: Actor): Promise<Actor | undefined> {
  const { id, login, credential } = actor;
  if (id === 0) return actor;
  if (!(await holds(read, id, credential, now(clock)))) return undefined;
  const held = await findRolesOf(read, id);
  return makeActor({ id, login, roles: held }, roles.capabilitiesOf(held), credential);
}

type Named = { readonly user: number; readonly id: string; readonly now: string };

const session = statement((q, p: Slots<Named>) =>
  q
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', p.id)
    .where('user_id', '=', p.user)
    .where('expires', '>', p.now),
);

const password = statement((q, p: Slots<Named>) =>
  q
    .selectFrom('application_passwords')
    .select('uuid')
    .where('uuid', '=', p.id)
    .where('user_id', '=', p.user)
    .where(({ or, eb }) => or([eb('expires', 'is', null), eb('expires', '>', p.now)])),
);

/** What somebody has signed in with, as far as it can be revoked. */
export interface Revocable {
  readonly kind: string;
  readonly id?: string;
  readonly uuid?: string;
}

/** Whether a user could sign in with it again. What is neither a session nor an application password cannot be revoked. */
export async function holds(
  read: ReadHandle,
  user: number,
  { kind, id = '', uuid = '' }: Revocable,
  moment: string,
): Promise<boolean> {
  switch (kind) {
    case 'session':
      return (await read.first(session, { user, id, now: moment })) !== undefined;
    case 'application-password':
      return (await read.first(password, { user, id: uuid, now: moment })) !== undefined;
    default:
      return true;
  }
}
