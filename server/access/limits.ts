// Checks the restrictions of application passwords. This is done together with every permission check (http/routes.ts) and for every
// embedded resource (http/embed.ts).
import type { Actor, Limits } from './actor.ts';

export const noLimits: Limits = { readOnly: false, namespaces: [], expires: null };

/** Returns whether there is any restriction. */
export const isLimited = ({ readOnly, namespaces, expires }: Limits): boolean =>
  readOnly || namespaces.length > 0 || expires !== null;

/** Returns the restrictions of the application password that the actor signed in with. */
const limitsOf = ({ credential }: Actor): Limits =>
  credential.kind === 'application-password' ? (credential.limits ?? noLimits) : noLimits;

/**
 * Returns whether the actor may create credentials or users, or assign roles. An actor with a restricted application password may not,
 * because it could create unrestricted credentials.
 */
export const canCreateCredentials = (actor: Actor): boolean => !isLimited(limitsOf(actor));

/** Returns whether the actor may create objects, such as webhooks, that stay active after its application password has expired. */
export const canOutliveCredential = (actor: Actor): boolean => limitsOf(actor).expires === null;

/**
 * Returns the error if the application password of the actor may not be used for these methods and namespace, or else undefined.
 * Routes without a namespace, such as the index and batches, are always allowed: each item of a batch is checked by itself.
 */
export function limitsError(
  actor: Actor,
  methods: readonly string[],
  namespace: string,
): { readonly code: string; readonly message: string; readonly status: 403 } | undefined {
  const { readOnly, namespaces } = limitsOf(actor);
  if (readOnly && !methods.includes('GET')) return readOnlyError;
  const isOutside = namespaces.length > 0 && namespace !== '' && !namespaces.includes(namespace);
  return isOutside ? outOfScopeError : undefined;
}

const readOnlyError = {
  code: 'rest_application_password_read_only',
  message: 'This application password is read-only.',
  status: 403,
} as const;

const outOfScopeError = {
  code: 'rest_application_password_out_of_scope',
  message: 'This application password is not allowed in this namespace.',
  status: 403,
} as const;
