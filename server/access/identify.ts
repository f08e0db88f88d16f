// Authenticates requests by a browser session with its nonce, or by credentials (users-and-comments.md §2.3).

import { ApiError } from '../api-error.ts';
import type { ReadHandle } from '../database/handle.ts';
import { type Actor, anonymous, isSignedIn, makeActor } from './actor.ts';
import { findRolesOf, type Identify as IdentifyByCredentials, type RequestCredentials } from './credentials.ts';
import type { Nonces } from './nonces.ts';
import type { Roles } from './roles.ts';
import type { Sessions } from './sessions.ts';
import type { FoundSession } from './sessions-store.ts';

/** Credentials of a request, with session and nonce. */
export interface SessionCredentials extends RequestCredentials {
  /** Secret from the session cookie. */
  readonly session: string | undefined;
  readonly nonce: string | undefined;
}

/** The actor of a request, and the authentication state that the response reports. */
export interface Identification {
  readonly actor: Actor;
  /** Whether the request had a valid session, so that the response must not be cached. */
  readonly hasSession?: boolean;
  /** Fresh nonce for a client that sent a valid one. */
  readonly nonce?: string;
}

export interface IdentifyDeps {
  readonly read: ReadHandle;
  readonly roles: Roles;
  readonly sessions: Sessions;
  readonly nonces: Nonces;
  readonly byCredentials: IdentifyByCredentials;
}

/**
 * Creates the function that authenticates requests. A valid session takes precedence over credentials, and requires its nonce: without
 * it, the request is anonymous, even if it has valid credentials. A nonce with valid credentials but without a session is ignored.
 *
 * Throws ApiError 403 `rest_cookie_invalid_nonce` for a nonce that is not valid for the session, or that was sent with neither a session
 * nor valid credentials.
 */
export function makeIdentify(deps: IdentifyDeps): (credentials: SessionCredentials) => Promise<Identification> {
  const { sessions, nonces, byCredentials } = deps;
  return async (credentials) => {
    const { session: token, nonce } = credentials;
    const session = token === undefined ? undefined : await sessions.find(token);
    if (!session) {
      const actor = await byCredentials(credentials);
      if (nonce !== undefined && !isSignedIn(actor)) throw invalidNonce();
      return { actor };
    }
    if (nonce === undefined) return { actor: anonymous, hasSession: true };
    if (!nonces.isValid(nonce, session)) throw invalidNonce();
    await sessions.touch(session);
    return {
      actor: await actorOfSession(deps, session),
      hasSession: true,
      nonce: nonces.of(session),
    };
  };
}

const invalidNonce = () =>
  new ApiError(
    'rest_cookie_invalid_nonce',
    403,
    'The nonce is invalid or has expired; reload the page and try again.',
    {
      uncached: true,
    },
  );

/** Returns the actor of a session: its user, with the current capabilities. */
export async function actorOfSession(
  { read, roles }: Pick<IdentifyDeps, 'read' | 'roles'>,
  { id, user_id, login }: FoundSession,
): Promise<Actor> {
  const userRoles = await findRolesOf(read, user_id);
  const user = { id: user_id, login, roles: userRoles };
  return makeActor(user, roles.capabilitiesOf(userRoles), { kind: 'session', id });
}
