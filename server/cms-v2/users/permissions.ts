// Defines the permissions of the user routes (users-and-comments.md §2.2, §3.3), and the types that the operations share.
import type { UserEndpoints } from '../../../contract/cms-v2/users.ts';
import { type Actor, hasInvalidCredential } from '../../access/actor.ts';
import { canCreateCredentials } from '../../access/limits.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Operations, PermissionArgs, Permissions } from '../../http/implement.ts';
import type { ArgsOf, Call, PermissionError } from '../../http/module.ts';
import { permissionApiError, wrongCredentialMessage } from '../../http/permission-checks.ts';
import { forbiddenErrors, isWriter, mayEdit, mayRead, visibilityTypes } from './conditions.ts';
import type { UserDeps } from './deps.ts';
import { findUser, type UserRow, type VisibilityTypes } from './store.ts';

/** The targets of the permissions. Those that end in `-self` load the caller's own account, which anonymous callers do not have. */
type UserTargets = {
  'read-user': UserRow;
  'edit-user': UserRow;
  'delete-user': UserRow;
  'read-self': UserRow | undefined;
  'edit-self': UserRow | undefined;
  'delete-self': UserRow | undefined;
};

/** The operations, keyed by their names in the contract. */
export type UserOperations = Operations<UserEndpoints, UserTargets, UserRow>;

/** The arguments for creating or updating a user. */
export type UserArgs = ArgsOf<UserEndpoints['update-user']>;

/**
 * Returns the user with this ID. Throws ApiError 404 `rest_user_invalid_id` if there is none. `types` determines the value of
 * `seen`.
 */
export async function requireUser(
  read: ReadHandle,
  call: Pick<Call, 'actor'>,
  id: number,
  types: VisibilityTypes,
): Promise<UserRow> {
  const user = Number.isSafeInteger(id) && id > 0 ? await findUser(read, id, types) : undefined;
  if (!user) throw permissionApiError(forbiddenErrors.unknown, call.actor);
  return user;
}

/** Returns the user that a permission has loaded. Throws ApiError 401 `rest_not_logged_in` if an anonymous caller requests `me`. */
export function requireLoadedUser(user: UserRow | undefined): UserRow {
  if (!user) throw new ApiError('rest_not_logged_in', 401, 'You are not signed in.');
  return user;
}

/**
 * Returns the permissions of users, keyed by their names in the contract. For anonymous callers, the permissions on `me` load no
 * user.
 */
export function defineUserPermissions({ contract, database }: UserDeps): Permissions<UserEndpoints, UserTargets> {
  const load = (call: Call) =>
    requireUser(database.read, call, Number(call.path.id), visibilityTypes(contract, call.actor));
  const loadSelf = ({ actor }: Call) => findUser(database.read, actor.id, visibilityTypes(contract, actor));
  return {
    'list-users': { permit: (call) => checkMayList(call, isWriter(call.actor, contract)) },
    'read-user': { load, permit: checkMayRead },
    'create-user': { permit: checkMayCreate },
    'edit-user': { load, permit: checkMayEdit },
    'delete-user': { load, permit: checkMayDelete },
    // Everyone may request `me`. The operation rejects anonymous callers (users-and-comments.md §2.2).
    'read-self': { load: loadSelf, permit: () => undefined },
    'edit-self': {
      load: loadSelf,
      permit: (call, self) => (self ? checkMayEdit(call, self) : selfNotFoundError(call.actor)),
    },
    'delete-self': {
      load: loadSelf,
      permit: (call, self) => (self ? checkMayDelete(call) : selfNotFoundError(call.actor)),
    },
  };
}

/**
 * Returns the error 404 for anonymous callers who update or delete `me`, because this user does not exist (users-and-comments.md
 * §2.2).
 */
const selfNotFoundError = (actor: Actor): PermissionError =>
  hasInvalidCredential(actor)
    ? { ...forbiddenErrors.unknown, message: wrongCredentialMessage }
    : forbiddenErrors.unknown;

/**
 * Checks, in the order that the contract defines, filters by role or capability, the edit context, orders that disclose personal
 * data, and `who`.
 */
function checkMayList(
  { args, actor }: Call<PermissionArgs<UserEndpoints, 'list-users'>>,
  canWrite: boolean,
): PermissionError | undefined {
  const canListUsers = actor.can('list_users');
  if (((args.roles?.length ?? 0) > 0 || (args.capabilities?.length ?? 0) > 0) && !canListUsers)
    return forbiddenErrors.filter;
  if (args.context === 'edit' && !canListUsers) return forbiddenErrors.editContext;
  if ((args.orderby === 'email' || args.orderby === 'registered_date') && !canListUsers) return forbiddenErrors.order;
  return args.who === 'authors' && !canWrite ? forbiddenErrors.who : undefined;
}

function checkMayRead({ args, actor }: Call, user: UserRow): PermissionError | undefined {
  if (args.context === 'edit') return mayEdit(actor, user) ? undefined : forbiddenErrors.editContext;
  return mayRead(actor, user) ? undefined : forbiddenErrors.view;
}

/** Checks whether the caller may create the user. Callers without `promote_users` may not submit roles. */
function checkMayCreate({ args, actor }: Call<UserArgs>): PermissionError | undefined {
  if (!actor.can('create_users') || !canCreateCredentials(actor)) return forbiddenErrors.create;
  return (args.roles?.length ?? 0) > 0 && !actor.can('promote_users') ? forbiddenErrors.editRoles : undefined;
}

/**
 * Checks whether the caller may update the user. Only callers with `promote_users` may submit roles, even their own; a request
 * that changes only roles requires no other permission (contract/README.md, decision 15).
 */
function checkMayEdit({ args, actor }: Call<UserArgs>, user: UserRow): PermissionError | undefined {
  const canPromote = actor.can('promote_users') && canCreateCredentials(actor);
  const submittedRoles = args.roles ?? [];
  if (submittedRoles.length > 0 && !canPromote) return forbiddenErrors.editRoles;
  const changesOnlyRoles =
    submittedRoles.length > 0 && Object.keys(args).every((name) => name === 'roles' || name === 'id');
  if (!changesOnlyRoles && !mayEdit(actor, user)) return forbiddenErrors.edit;
  if ((args.password !== undefined || args.email !== undefined) && !canCreateCredentials(actor))
    return forbiddenErrors.edit;
  return args.roles !== undefined && !canPromote ? forbiddenErrors.editRoles : undefined;
}

const checkMayDelete = ({ actor }: Call): PermissionError | undefined =>
  actor.can('delete_users') ? undefined : forbiddenErrors.delete;
