// Checks the assignment of roles (users-and-comments.md §3.3, Role rules; contract/README.md, decision 15).
import type { Actor } from '../../access/actor.ts';
import type { Roles } from '../../access/roles.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { administratorRole, canAssignRole, isSelf } from './conditions.ts';
import { hasOtherUserWithRole } from './store.ts';

/**
 * Checks the requested roles one by one, in the submitted order.
 *
 * Throws ApiError 400 `rest_user_invalid_role` for an unknown role. Throws ApiError 403 `rest_user_invalid_role` for a role with a
 * capability that the actor lacks, unless the actor is an administrator, and if actors assign themselves a role without
 * `edit_users`.
 */
export function requireAssignableRoles(
  roles: Roles,
  actor: Actor,
  user: { readonly id: number },
  requestedRoles: readonly string[],
): void {
  for (const role of requestedRoles) {
    if (!roles.has(role))
      throw new ApiError('rest_user_invalid_role', 400, `Unknown role: ${JSON.stringify(role.slice(0, 60))}.`);
    if (!canAssignRole(roles, actor, role))
      throw new ApiError(
        'rest_user_invalid_role',
        403,
        'You are not allowed to assign a role with capabilities that you do not have.',
      );
    if (isSelf(actor, user) && !roles.capabilitiesOf([role]).has('edit_users')) {
      throw new ApiError(
        'rest_user_invalid_role',
        403,
        'You are not allowed to assign yourself a role without the edit_users capability.',
      );
    }
  }
}

/** Whether a user is the only administrator. The calling function must hold the lock `users`. */
export const isLastAdministrator = async (
  read: ReadHandle,
  currentRoles: readonly string[],
  userId: number,
): Promise<boolean> =>
  currentRoles.includes(administratorRole) && !(await hasOtherUserWithRole(read, administratorRole, userId));

/** Throws ApiError 403 `rest_user_invalid_role` if the requested roles would leave the site without an administrator. */
export async function requireRemainingAdministrator(
  read: ReadHandle,
  currentRoles: readonly string[],
  requestedRoles: readonly string[],
  userId: number,
): Promise<void> {
  if (!requestedRoles.includes(administratorRole) && (await isLastAdministrator(read, currentRoles, userId))) {
    throw new ApiError(
      'rest_user_invalid_role',
      403,
      'The last administrator cannot lose this role; make another user an administrator first.',
    );
  }
}
