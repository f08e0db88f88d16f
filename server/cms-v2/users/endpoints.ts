// Binds the endpoints of users to their operations.
import type { userOperations } from '../../../contract/cms-v2/users.ts';
import type { Module, Operation } from '../../http/module.ts';
import { userChecks } from './checks.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import type { UserDeps } from './deps.ts';
import { userEmbeds } from './embeds.ts';
import { getUser } from './get-user.ts';
import { listUsers } from './list-users.ts';
import { defineUserPermissions } from './permissions.ts';
import { userPresenter } from './present.ts';
import { updateUser } from './update-user.ts';

/** Binds the endpoints to their operations, permissions, checks, presenter and embed readers. */
export function usersEndpoints(deps: UserDeps): Module {
  const operations: Record<(typeof userOperations)[number], Operation> = {
    'list-users': listUsers(deps),
    'get-user': getUser(),
    'create-user': createUser(deps),
    'update-user': updateUser(deps),
    'delete-user': deleteUser(deps),
  };
  return {
    permissions: defineUserPermissions(deps),
    operations,
    checks: userChecks(deps),
    presenter: userPresenter(deps),
    embeds: userEmbeds(deps),
  };
}
