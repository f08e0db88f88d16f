// Who is asking. A request has exactly one actor, resolved once and passed on explicitly (architecture.md §6).

/** What an application password may be limited to when it is made. */
export interface Limits {
  /** It may read and nothing else. */
  readonly readOnly: boolean;
  /** The namespaces it may be used in; an empty list: all. */
  readonly namespaces: readonly string[];
  /** From when on it fits nobody, `YYYY-MM-DDTHH:MM:SS` of GMT; null: it always fits. */
  readonly expires: string | null;
}

/** How the actor signed in. */
export type Credential =
  /** Nobody signed in; `isRefused`: credentials were sent, and they are wrong (contract/README.md, decision 16). */
  | { readonly kind: 'none'; readonly isRefused?: true }
  | { readonly kind: 'application-password'; readonly uuid: string; readonly limits?: Limits }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'internal' };

export interface Actor {
  /** The user's number; 0 for who is not signed in. */
  readonly id: number;
  readonly login: string;
  readonly roles: readonly string[];
  readonly credential: Credential;
  /** Whether one of the actor's roles has a capability. */
  can(capability: string): boolean;
}

/** An actor with the capabilities of its roles. */
export function makeActor(
  user: { id: number; login: string; roles: readonly string[] },
  capabilities: ReadonlySet<string>,
  credential: Credential,
): Actor {
  return { ...user, credential, can: (capability) => capabilities.has(capability) };
}

/** Who did not sign in: may do what everyone may. */
export const anonymous: Actor = makeActor({ id: 0, login: '', roles: [] }, new Set(), { kind: 'none' });

/** A caller whose credentials are wrong: has the permissions of an anonymous one. */
export const anonymousWithRefusedCredential: Actor = { ...anonymous, credential: { kind: 'none', isRefused: true } };

/** Whether the request came with credentials that are wrong. */
export const isCredentialRefused = ({ credential }: Actor): boolean =>
  credential.kind === 'none' && credential.isRefused === true;

/**
 * All that rules and presenters can tell of an actor, as text: two actors with the same text may do and see the same. Empty
 * for who is not signed in.
 */
export const viewerOf = ({ id, login, roles, credential }: Actor): string =>
  credential.kind === 'none' ? '' : JSON.stringify([id, login, roles, credential]);

/** Whether somebody is signed in; the service itself counts as such, though it is nobody's account. */
export const isSignedIn = ({ id, credential }: Actor): boolean => id !== 0 || credential.kind === 'internal';
