// Creates the actors of requests that the service makes itself.
import { type Actor, makeActor } from './actor.ts';
import type { Roles } from './roles.ts';

/**
 * Returns an actor with the capabilities of an administrator. It has no account of its own, unless it acts for the given user.
 * `extension` is the name of the extension that acts, which the audit log shows.
 */
export function makeInternalActor(
  roles: Pick<Roles, 'capabilitiesOf'>,
  { user = { id: 0, login: '' }, extension }: InternalActorOptions = {},
): Actor {
  const named = { id: user.id, login: user.login, roles: ['administrator'] };
  const credential = { kind: 'internal', ...(extension !== undefined && { extension }) } as const;
  return makeActor(named, roles.capabilitiesOf(['administrator']), credential);
}

interface InternalActorOptions {
  readonly user?: { readonly id: number; readonly login: string };
  readonly extension?: string;
}
