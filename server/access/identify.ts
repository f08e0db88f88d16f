// Who sends a request: a browser that is signed in and knows its nonce, or whoever the credentials belong to
// (users-and-comments.md §2.3).
import type { ReadHandle } from '../database/handle.ts';
import { Refusal } from '../refusal.ts';
import { type Actor, anonymous, isSignedIn, makeActor } from './actor.ts';
import { type Carried, findRolesOf, type Identify as IdentifyByCredentials } from './credentials.ts';
import type { Nonces } from './nonces.ts';
import type { Roles } from './roles.ts';
import type { Sessions } from './sessions.ts';
import type { FoundSession } from './sessions-store.ts';

/** What a request may carry to say who sends it. */
export interface CarriedByRequest extends Carried {
  /** The secret in the session's cookie. */
  readonly session: string | undefined;
  readonly nonce: string | undefined;
}

/** Who sends a request, and what its answer has to say of that. */
export interface Sender {
  readonly actor: Actor;
  /** It came with a session; nobody may keep the answer. */
  readonly inSession?: boolean;
  /** A fresh nonce for the page that has sent a good one. */
  readonly nonce?: string;
}

export interface IdentifyParts {
  readonly read: ReadHandle;
  readonly roles: Roles;
  readonly sessions: Sessions;
  readonly nonces: Nonces;
  readonly byCredentials: IdentifyByCredentials;
}

/**
 * Identification: a session that lasts goes before credentials, and counts with its nonce only; without one the request is
 * nobody's, whatever credentials come beside it. A nonce beside credentials that fit is not looked at.
 *
 * Throws Refusal 403 `rest_cookie_invalid_nonce` for any other nonce.
 */
export function makeIdentify(parts: IdentifyParts): (carried: CarriedByRequest) => Promise<Sender> {
  const { sessions, nonces, byCredentials } = parts;
  return async (carried) => {
    const { session: token, nonce } = carried;
    const session = token === undefined ? undefined : await sessions.find(token);
    if (!session) {
      const actor = await byCredentials(carried);
      if (nonce !== undefined && !isSignedIn(actor)) throw badNonce();
      return { actor };
    }
    if (nonce === undefined) return { actor: anonymous, inSession: true };
    if (!nonces.fits(nonce, session)) throw badNonce();
    await sessions.see(session);
    return {
      actor: await actorOfSession(parts, session),
      inSession: true,
      nonce: nonces.of(session),
    };
  };
}

const badNonce = () =>
  new Refusal('rest_cookie_invalid_nonce', 403, 'The nonce does not belong to your session, or holds no longer.', {
    unkept: true,
  });

/** Whoever is signed in by a session, with the rights that it has now. */
export async function actorOfSession(
  { read, roles }: Pick<IdentifyParts, 'read' | 'roles'>,
  { id, user_id, login }: FoundSession,
): Promise<Actor> {
  const held = await findRolesOf(read, user_id);
  const user = { id: user_id, login, roles: held };
  return makeActor(user, roles.capabilitiesOf(held), { kind: 'session', id });
}
