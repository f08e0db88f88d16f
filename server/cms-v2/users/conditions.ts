// Defines the conditions of the permissions for users, and the errors when they are not met (users-and-comments.md §3.3).
import type { Contract } from '../../../contract/contract.ts';
import { type Actor, isSignedIn } from '../../access/actor.ts';
import type { Roles } from '../../access/roles.ts';
import type { PermissionError } from '../../http/module.ts';
import type { VisibilityTypes } from './store.ts';

/** Columns of a user on which permissions depend. */
export interface UserForPermissions {
  readonly id: number;
  readonly seen: number;
}

/** Whether the user is the actor. False for anonymous actors. */
export const isSelf = (actor: Actor, { id }: Pick<UserForPermissions, 'id'>): boolean =>
  isSignedIn(actor) && actor.id === id;

/**
 * Whether the actor may view a user. Actors may view themselves and the authors of content that the actor may read (`seen`).
 * With the capability `list_users` or `edit_users`, actors may view all users.
 */
export const mayRead = (actor: Actor, user: UserForPermissions): boolean =>
  user.seen === 1 || mayEdit(actor, user) || actor.can('list_users');

/**
 * Whether the actor may edit a user. Actors may edit themselves and, with the capability `edit_users`, all users. The same
 * applies to the application passwords of the user.
 */
export const mayEdit = (actor: Actor, user: Pick<UserForPermissions, 'id'>): boolean =>
  isSelf(actor, user) || actor.can('edit_users');

/** Role that at least one user must always have. */
export const administratorRole = 'administrator';

/** Whether the actor has all capabilities of a role, or is an administrator. Other users may not assign the role. */
export const canAssignRole = (roles: Roles, actor: Actor, role: string): boolean =>
  actor.roles.includes(administratorRole) || [...roles.capabilitiesOf([role])].every((each) => actor.can(each));

/** Whether the actor may view the roles of a user. */
export const canSeeRoles = (actor: Actor, user: Pick<UserForPermissions, 'id'>): boolean =>
  actor.can('list_users') || mayEdit(actor, user);

/** Whether the actor may edit entries of any type, and therefore list all authors. */
export const isWriter = (actor: Actor, contract: Contract): boolean =>
  writerCapabilities(contract).some((capability) => actor.can(capability));

/** Returns the capabilities to edit entries, one per content type. A user with any of them is a writer. */
export const writerCapabilities = (contract: Contract): string[] =>
  [...contract.types.values()].map((type) => type.rights.edit);

/**
 * Returns the content types whose published entries make their authors visible to everyone, and the types whose private entries
 * make their authors visible to this actor. All declared types count, including blocks and menu items (users-and-comments.md §3.3, §3.4).
 */
export function visibilityTypes(contract: Contract, actor: Actor): VisibilityTypes {
  const readable = [...contract.types.values()].filter((type) => actor.can(type.rights.readPrivate));
  return { published: [...contract.types.keys()], private: readable.map((type) => type.name) };
}

/** Permission errors (users-and-comments.md §2.2, §3.3). */
export const forbiddenErrors = {
  editContext: { code: 'rest_forbidden_context', message: 'You are not allowed to view users in the edit context.' },
  view: { code: 'rest_user_cannot_view', message: 'You are not allowed to view this user.' },
  filter: { code: 'rest_user_cannot_view', message: 'You are not allowed to filter users by role or capability.' },
  order: { code: 'rest_forbidden_orderby', message: 'You are not allowed to order users by this field.' },
  who: { code: 'rest_forbidden_who', message: 'You are not allowed to list all authors.' },
  create: { code: 'rest_cannot_create_user', message: 'You are not allowed to create users.' },
  edit: { code: 'rest_cannot_edit', message: 'You are not allowed to edit this user.' },
  editRoles: { code: 'rest_cannot_edit_roles', message: 'You are not allowed to edit the roles of this user.' },
  delete: { code: 'rest_user_cannot_delete', message: 'You are not allowed to delete this user.' },
  unknown: { code: 'rest_user_invalid_id', message: 'No user with this ID.', status: 404 },
} as const satisfies Record<string, PermissionError>;
