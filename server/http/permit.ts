// Asking rules: whether the caller may, and which methods it may use (protocol.md §7.2, §9.1).
import { type Actor, isCredentialRefused, isSignedIn } from '../access/actor.ts';
import { Refusal } from '../refusal.ts';
import type { Call, Denial, Permission } from './room.ts';
import type { BoundEndpoint, BoundRoute } from './routes.ts';

/** The refusal that a rule's denial means for this caller: 401 when not signed in, else 403, unless the rule says. */
export const refusalOf = (denial: Denial, actor: Actor): Refusal =>
  new Refusal(denial.code, denial.status ?? (isSignedIn(actor) ? 403 : 401), denial.message);

/** The message of 401 errors where credentials were sent. */
export const wrongCredentialMessage = 'The username or application password is incorrect.';

/**
 * The error of a request for its caller: a 401 to a caller whose credentials are wrong says so, since a message about
 * permissions would hide the reason. Code, status and data stay. Only for errors that answer a whole request: those inside
 * records are cached for all anonymous callers.
 */
export function withCredentialMessage(error: unknown, actor: Actor): unknown {
  if (!(error instanceof Refusal) || error.status !== 401 || !isCredentialRefused(actor)) return error;
  return new Refusal(error.code, error.status, wrongCredentialMessage, error.parts);
}

/** What rules have loaded for a request: each rule's loader runs once, however many rules share it. */
export interface Subjects {
  of(permission: Permission, call: Call): Promise<unknown>;
  /** Forgets what was loaded, after a write has changed it. */
  forget(): void;
}

/** Nothing loaded yet. */
export function makeSubjects(): Subjects {
  const loaded = new Map<Permission['load'], Promise<unknown>>();
  return {
    of(permission, call) {
      const { load } = permission;
      if (!load) return Promise.resolve(undefined);
      const known = loaded.get(load) ?? load(call);
      loaded.set(load, known);
      return known;
    },
    forget: () => loaded.clear(),
  };
}

/**
 * The methods of a route that the caller may use with this request's parameters, in declared order (protocol.md §9.1).
 * `callOf` gives the call as each endpoint would see it. A rule whose subject is not there does not pass. `known` tells what a
 * rule has said already.
 */
export async function allowedMethods(
  route: BoundRoute,
  subjects: Subjects,
  callOf: (endpoint: BoundEndpoint) => Call,
  known: (endpoint: BoundEndpoint) => boolean | undefined = () => undefined,
): Promise<string[]> {
  const allowed: string[] = [];
  for (const endpoint of route.endpoints) {
    if (known(endpoint) ?? (await passes(endpoint, subjects, callOf(endpoint))))
      allowed.push(...endpoint.declared.methods);
  }
  return allowed;
}

async function passes({ permission }: BoundEndpoint, subjects: Subjects, call: Call): Promise<boolean> {
  try {
    return permission.permit(call, await subjects.of(permission, call)) === undefined;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * The methods that a self link tells (protocol.md §7.2): those whose rule passes for this row when its address is
 * asked for plainly, without parameters.
 */
export function hintsFor(route: BoundRoute, plain: Call, row: unknown): string[] {
  const allowed: string[] = [];
  for (const { permission, declared } of route.endpoints) {
    if (permission.permit(plain, row) === undefined) allowed.push(...declared.methods);
  }
  return allowed;
}

/** The call as it would be for a plain request to an address: no parameters, the view context. */
export const plainCall = (call: Call, resource: Call['resource']): Call => ({
  ...call,
  resource,
  args: {},
  nulls: new Set(),
  path: {},
  query: {},
  sent: () => undefined,
  requireMatch: async () => {},
  renew: async () => undefined,
});
