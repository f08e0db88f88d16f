// Declares the actor of a request. Every request has exactly one actor, which is determined once and passed on explicitly
// (docs/architecture.md, Permissions).

/** Restrictions of an application password, chosen when it is created. */
export interface Limits {
  /** Whether only GET requests are allowed. */
  readonly readOnly: boolean;
  /** Namespaces in which the application password is valid; all if empty. */
  readonly namespaces: readonly string[];
  /** Expiry as `YYYY-MM-DDTHH:MM:SS` in GMT; null if it never expires. */
  readonly expires: string | null;
}

/** The credential that the actor signed in with. */
export type Credential =
  /** An anonymous caller; `isInvalid`: whether invalid credentials were sent (contract/README.md, decision 16). */
  | { readonly kind: 'none'; readonly isInvalid?: true }
  | { readonly kind: 'application-password'; readonly uuid: string; readonly limits?: Limits }
  | { readonly kind: 'session'; readonly id: string }
  /** The service itself, or the named extension. */
  | { readonly kind: 'internal'; readonly extension?: string };

export interface Actor {
  /** ID of the user; 0 if anonymous. */
  readonly id: number;
  readonly login: string;
  readonly roles: readonly string[];
  readonly credential: Credential;
  /** Returns whether one of the actor's roles has a capability. */
  can(capability: string): boolean;
}

/** Returns an actor with the given capabilities. */
export function makeActor(
  user: { id: number; login: string; roles: readonly string[] },
  capabilities: ReadonlySet<string>,
  credential: Credential,
): Actor {
  return { ...user, credential, can: (capability) => capabilities.has(capability) };
}

/** The anonymous actor, which has only public permissions. */
export const anonymous: Actor = makeActor({ id: 0, login: '', roles: [] }, new Set(), { kind: 'none' });

/** The actor of a request with invalid credentials; it has the permissions of the anonymous actor. */
export const anonymousWithInvalidCredential: Actor = { ...anonymous, credential: { kind: 'none', isInvalid: true } };

/** Returns whether the request had invalid credentials. */
export const hasInvalidCredential = ({ credential }: Actor): boolean =>
  credential.kind === 'none' && credential.isInvalid === true;

/**
 * Returns a cache key for everything that permissions and presenters can depend on: actors with the same key have the same permissions and
 * get the same responses. Empty for anonymous callers.
 */
export const viewerKey = ({ id, login, roles, credential }: Actor): string =>
  credential.kind === 'none' ? '' : JSON.stringify([id, login, roles, credential]);

/** Whether the actor is the service itself, which has no account; extensions that act without one are not. */
export const isService = ({ id, credential }: Actor): boolean =>
  id === 0 && credential.kind === 'internal' && credential.extension === undefined;

/** Returns whether the actor is signed in. The service itself counts as signed in although it has no account. */
export const isSignedIn = ({ id, credential }: Actor): boolean => id !== 0 || credential.kind === 'internal';
