// The limits of application passwords are judged with every rule (http/routes.ts) and
// everything that is embedded (http/embed.ts).
import type { Actor, Limits } from './actor.ts';

export const noLimits: Limits = { readOnly: false, namespaces: [], expires: null };

/** Whether there is anything that the password may not. */
export const isLimited = ({ readOnly, namespaces, expires }: Limits): boolean =>
  readOnly || namespaces.length > 0 || expires !== null;

/** The limits that the actor has signed in with. */
export const limitsOf = ({ credential }: Actor): Limits =>
  credential.kind === 'application-password' ? (credential.limits ?? noLimits) : noLimits;

/**
 * Whether the actor could let itself out: who has signed in with a limited password must not make credentials that are not,
 * neither passwords nor users, nor give roles.
 */
export const mayMakeCredentials = (actor: Actor): boolean => !isLimited(limitsOf(actor));

/** Whether what the actor makes may go on by itself after the password has ended that was signed in with. */
export const mayOutlast = (actor: Actor): boolean => limitsOf(actor).expires === null;

/**
 * Why the password that the actor has signed in with may not be used so; undefined where it may. What belongs to no
 * namespace, such as the index and batches, is open to all of them: each item of a batch is judged by itself.
 */
export function beyondLimits(
  actor: Actor,
  methods: readonly string[],
  namespace: string,
): { readonly code: string; readonly message: string; readonly status: 403 } | undefined {
  const { readOnly, namespaces } = limitsOf(actor);
  if (readOnly && !methods.includes('GET')) return readsOnly;
  const isOutside = namespaces.length > 0 && namespace !== '' && !namespaces.includes(namespace);
  return isOutside ? elsewhere : undefined;
}

const readsOnly = {
  code: 'rest_application_password_read_only',
  message: 'The application password that you are signed in with may only read.',
  status: 403,
} as const;

const elsewhere = {
  code: 'rest_application_password_out_of_scope',
  message: 'The application password that you are signed in with may not be used in this namespace.',
  status: 403,
} as const;
