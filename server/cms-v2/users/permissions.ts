// The rules that the routes of users name, on what the address names (users-and-comments.md §2.2, §3.3).
import type { UserListArgs, userPermissions } from '../../../contract/cms-v2/users.ts';
import { type Actor, isCredentialRefused } from '../../access/actor.ts';
import { mayMakeCredentials } from '../../access/limits.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { refusalOf, wrongCredentialMessage } from '../../http/permit.ts';
import type { Call, Denial, Permission } from '../../http/room.ts';
import type { UserParts } from './parts.ts';
import type { UserRow } from './rows.ts';
import { denials, isWriter, mayEdit, mayRead, seenTypes } from './rules.ts';
import { findUser, type SeenTypes } from './store.ts';
import type { UserArgs } from './user-args.ts';

/** The user of a number. Throws Refusal 404 `rest_user_invalid_id`. */
export async function requireUser(
  read: ReadHandle,
  call: Pick<Call, 'actor'>,
  id: number,
  types: SeenTypes,
): Promise<UserRow> {
  const user = Number.isSafeInteger(id) && id > 0 ? await findUser(read, id, types) : undefined;
  if (!user) throw refusalOf(denials.unknown, call.actor);
  return user;
}

/** The rules by the names that declarations use; those about oneself are asked with nobody where nobody is signed in. */
export function userRules({ contract, database }: UserParts): Record<(typeof userPermissions)[number], Permission> {
  const load = (call: Call) => requireUser(database.read, call, Number(call.path.id), seenTypes(contract, call.actor));
  const loadSelf = ({ actor }: Call) => findUser(database.read, actor.id, seenTypes(contract, actor));
  return {
    'list-users': { permit: (call: Call<UserListArgs>) => mayList(call, isWriter(call.actor, contract)) },
    'read-user': { load, permit: mayReadNow },
    'create-user': { permit: mayCreate },
    'edit-user': { load, permit: mayEditNow },
    'delete-user': { load, permit: mayDeleteNow },
    // Anyone may ask who it is; the operation tells those who are nobody (users-and-comments.md §2.2).
    'read-self': { load: loadSelf, permit: () => undefined },
    'edit-self': {
      load: loadSelf,
      permit: (call: Call<UserArgs>, self: UserRow | undefined) => (self ? mayEditNow(call, self) : noSelf(call.actor)),
    },
    'delete-self': {
      load: loadSelf,
      permit: (call, self: UserRow | undefined) => (self ? mayDeleteNow(call) : noSelf(call.actor)),
    },
  };
}

/** Changing or deleting oneself without being signed in: 404, since there is no such user (users-and-comments.md §2.2). */
const noSelf = (actor: Actor): Denial =>
  isCredentialRefused(actor) ? { ...denials.unknown, message: wrongCredentialMessage } : denials.unknown;

/** In the contract's order: what one has to be trusted for, the edit context, an order that gives facts away, writers. */
function mayList({ args, actor }: Call<UserListArgs>, writes: boolean): Denial | undefined {
  const trusted = actor.can('list_users');
  if (((args.roles?.length ?? 0) > 0 || (args.capabilities?.length ?? 0) > 0) && !trusted) return denials.filter;
  if (args.context === 'edit' && !trusted) return denials.editContext;
  if ((args.orderby === 'email' || args.orderby === 'registered_date') && !trusted) return denials.order;
  return args.who === 'authors' && !writes ? denials.who : undefined;
}

function mayReadNow({ args, actor }: Call, user: UserRow): Denial | undefined {
  if (args.context === 'edit') return mayEdit(actor, user) ? undefined : denials.editContext;
  return mayRead(actor, user) ? undefined : denials.view;
}

/** Who may not give roles to others makes users of the usual role only. */
function mayCreate({ args, actor }: Call<UserArgs>): Denial | undefined {
  if (!actor.can('create_users') || !mayMakeCredentials(actor)) return denials.create;
  return (args.roles?.length ?? 0) > 0 && !actor.can('promote_users') ? denials.editRoles : undefined;
}

/**
 * Roles are given and taken by those alone who may do that, to oneself too; a request for nothing else asks for no other
 * right (contract/README.md, decision 15).
 */
function mayEditNow({ args, actor }: Call<UserArgs>, user: UserRow): Denial | undefined {
  const promotes = actor.can('promote_users') && mayMakeCredentials(actor);
  const given = args.roles ?? [];
  if (given.length > 0 && !promotes) return denials.editRoles;
  const onlyRoles = given.length > 0 && Object.keys(args).every((name) => name === 'roles' || name === 'id');
  if (!onlyRoles && !mayEdit(actor, user)) return denials.edit;
  if ((args.password !== undefined || args.email !== undefined) && !mayMakeCredentials(actor)) return denials.edit;
  return args.roles !== undefined && !promotes ? denials.editRoles : undefined;
}

const mayDeleteNow = ({ actor }: Call): Denial | undefined => (actor.can('delete_users') ? undefined : denials.delete);
