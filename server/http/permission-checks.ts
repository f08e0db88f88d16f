// Checks whether the caller may use an endpoint, and which methods of a route it may use (protocol.md §7.2, §9.1).
import { type Actor, hasInvalidCredential, isSignedIn } from '../access/actor.ts';
import { ApiError } from '../api-error.ts';
import type { Call, Permission, PermissionError } from './module.ts';
import type { BoundEndpoint, BoundRoute } from './routes.ts';

/** Returns the API error for a failed permission check: 401 for anonymous callers, else 403, unless the check specifies a status. */
export const permissionApiError = (error: PermissionError, actor: Actor): ApiError =>
  new ApiError(error.code, error.status ?? (isSignedIn(actor) ? 403 : 401), error.message);

/** The message of 401 errors if invalid credentials were submitted. */
export const wrongCredentialMessage = 'The username or application password is incorrect.';

/**
 * Returns the error with a message about wrong credentials if it is a 401 and the submitted credentials are invalid, because a
 * message about permissions would hide the reason. Otherwise returns the error itself. Code, status and data stay the same. Must be
 * used only for errors of a whole request: errors that are embedded in records are cached for all anonymous callers.
 */
export function withCredentialMessage(error: unknown, actor: Actor): unknown {
  if (!(error instanceof ApiError) || error.status !== 401 || !hasInvalidCredential(actor)) return error;
  return new ApiError(error.code, error.status, wrongCredentialMessage, error.options);
}

/** The targets of permissions for one request. A loader that several permissions share runs once. */
export interface PermissionTargets {
  of(permission: Permission, call: Call): Promise<unknown>;
  /** Discards the loaded targets, after a write has changed them. */
  forget(): void;
}

/** Creates a loader for one request. */
export function makePermissionTargets(): PermissionTargets {
  const loaded = new Map<Permission['load'], Promise<unknown>>();
  return {
    of(permission, call) {
      const { load } = permission;
      if (!load) return Promise.resolve(undefined);
      const pending = loaded.get(load) ?? load(call);
      loaded.set(load, pending);
      return pending;
    },
    forget: () => loaded.clear(),
  };
}

/**
 * Returns the methods of a route that the caller may use with the parameters of this request, in declared order (protocol.md §9.1).
 * `callOf` returns the call for an endpoint. An endpoint is not allowed if the target of its permission does not exist. `knownDecision`
 * returns the decision for an endpoint that was already checked, else undefined.
 */
export async function allowedMethods(
  route: BoundRoute,
  targets: PermissionTargets,
  callOf: (endpoint: BoundEndpoint) => Call,
  knownDecision: (endpoint: BoundEndpoint) => boolean | undefined = () => undefined,
): Promise<string[]> {
  const allowed: string[] = [];
  for (const endpoint of route.endpoints) {
    if (knownDecision(endpoint) ?? (await isAllowed(endpoint, targets, callOf(endpoint))))
      allowed.push(...endpoint.declared.methods);
  }
  return allowed;
}

async function isAllowed({ permission }: BoundEndpoint, targets: PermissionTargets, call: Call): Promise<boolean> {
  try {
    return permission.permit(call, await targets.of(permission, call)) === undefined;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * Returns the methods for the target hints of a self link (protocol.md §7.2): those that the caller may use on this row in a request
 * without parameters.
 */
export function targetHintsFor(route: BoundRoute, plain: Call, row: unknown): string[] {
  const allowed: string[] = [];
  for (const { permission, declared } of route.endpoints) {
    if (permission.permit(plain, row) === undefined) allowed.push(...declared.methods);
  }
  return allowed;
}

/** Returns a copy of a call without parameters, with which the permissions for single rows of `resource` are checked. */
export const plainCall = (call: Call, resource: Call['resource']): Call => ({
  ...call,
  resource,
  args: {},
  nulls: new Set(),
  path: {},
  query: {},
  submitted: () => undefined,
  requireMatch: async () => {},
  renew: async () => undefined,
});
