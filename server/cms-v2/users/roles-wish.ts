// Which roles a user may be given (users-and-comments.md §3.3, Role rules; contract/README.md, decision 15).
import type { Actor } from '../../access/actor.ts';
import type { Roles } from '../../access/roles.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { Refusal } from '../../refusal.ts';
import { isHeldByOthers } from './roles-store.ts';
import { isSelf } from './rules.ts';

/** The role of a new user for whom none is named. */
export const usualRole = 'subscriber';

/** The role that somebody must always have. */
const lastRole = 'administrator';

/**
 * Roles are judged one by one, in the order sent. Throws Refusal 400 `rest_user_invalid_role` for one that does not
 * exist, 403 for one that would take from the caller itself the right to change users, or that may do what the caller may
 * not: who gives roles without being an administrator lifts nobody above itself.
 */
export function requireGivable(
  roles: Roles,
  actor: Actor,
  user: { readonly id: number },
  wanted: readonly string[],
): void {
  for (const role of wanted) {
    if (!roles.has(role))
      throw new Refusal('rest_user_invalid_role', 400, `There is no role ${JSON.stringify(role.slice(0, 60))}.`);
    if (!actor.roles.includes(lastRole) && [...roles.capabilitiesOf([role])].some((each) => !actor.can(each)))
      throw new Refusal('rest_user_invalid_role', 403, 'You may not give a role that may do more than you may.');
    if (isSelf(actor, user) && !roles.capabilitiesOf([role]).has('edit_users')) {
      throw new Refusal(
        'rest_user_invalid_role',
        403,
        'You may not give yourself a role without the right to change users.',
      );
    }
  }
}

/** Whether a user is the only administrator. The caller holds the lock `users`, so that two cannot go at once. */
export const isLastAdministrator = async (read: ReadHandle, held: readonly string[], user: number): Promise<boolean> =>
  held.includes(lastRole) && !(await isHeldByOthers(read, lastRole, user));

/** Throws Refusal 403 `rest_user_invalid_role` where the wanted roles would leave nobody an administrator. */
export async function requireAdministratorLeft(
  read: ReadHandle,
  held: readonly string[],
  wanted: readonly string[],
  user: number,
): Promise<void> {
  if (!wanted.includes(lastRole) && (await isLastAdministrator(read, held, user))) {
    throw new Refusal(
      'rest_user_invalid_role',
      403,
      'The last administrator must stay one; make somebody else administrator first.',
    );
  }
}
