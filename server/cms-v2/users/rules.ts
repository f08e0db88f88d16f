// Who may do what with users (users-and-comments.md §3.3).
import type { Contract } from '../../../contract/contract.ts';
import { type Actor, isSignedIn } from '../../access/actor.ts';
import type { Denial } from '../../http/room.ts';
import type { SeenTypes } from './store.ts';

/** The part of a user that rules look at. */
export interface JudgedUser {
  readonly id: number;
  readonly seen: number;
}

/** Whether the user is the actor itself. */
export const isSelf = (actor: Actor, { id }: Pick<JudgedUser, 'id'>): boolean => isSignedIn(actor) && actor.id === id;

/** Everyone may see who has something to read; oneself and those who manage users see more. */
export const mayRead = (actor: Actor, user: JudgedUser): boolean =>
  user.seen === 1 || mayEdit(actor, user) || actor.can('list_users');

/** Oneself, and whoever may change users. Also who may do anything with the user's application passwords. */
export const mayEdit = (actor: Actor, user: Pick<JudgedUser, 'id'>): boolean =>
  isSelf(actor, user) || actor.can('edit_users');

/** Whether the actor may see what roles a user has. */
export const maySeeRoles = (actor: Actor, user: Pick<JudgedUser, 'id'>): boolean =>
  actor.can('list_users') || mayEdit(actor, user);

/** Whether the actor writes entries of some type, and so may ask for all who do. */
export const isWriter = (actor: Actor, contract: Contract): boolean =>
  writerRights(contract).some((right) => actor.can(right));

/** The capabilities of which one makes somebody a writer. */
export const writerRights = (contract: Contract): string[] =>
  [...contract.types.values()].map((type) => type.rights.edit);

/**
 * The types whose published entries make their authors visible to everyone, and whose private ones to this actor: all that
 * are served, blocks and menu items too (users-and-comments.md §3.3, §3.4).
 */
export function seenTypes(contract: Contract, actor: Actor): SeenTypes {
  const readable = [...contract.types.values()].filter((type) => actor.can(type.rights.readPrivate));
  return { published: [...contract.types.keys()], private: readable.map((type) => type.name) };
}

/** Sentences of refusal (users-and-comments.md §2.2, §3.3). */
export const denials = {
  editContext: { code: 'rest_forbidden_context', message: 'You may not see this as those do who may change it.' },
  view: { code: 'rest_user_cannot_view', message: 'You may not see this user.' },
  filter: { code: 'rest_user_cannot_view', message: 'You may not choose users by what they may do.' },
  order: { code: 'rest_forbidden_orderby', message: 'You may not order users by this.' },
  who: { code: 'rest_forbidden_who', message: 'You may not ask for everybody who writes.' },
  create: { code: 'rest_cannot_create_user', message: 'You may not make users.' },
  edit: { code: 'rest_cannot_edit', message: 'You may not change this user.' },
  editRoles: { code: 'rest_cannot_edit_roles', message: 'You may not give roles to this user.' },
  delete: { code: 'rest_user_cannot_delete', message: 'You may not delete this user.' },
  unknown: { code: 'rest_user_invalid_id', message: 'There is no user of this number.', status: 404 },
} as const satisfies Record<string, Denial>;
