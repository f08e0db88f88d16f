// Binds the endpoints of users to their operations.
import { usersModule } from '../../../contract/cms-v2/users.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
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

/** Returns the module of users. */
export function usersEndpoints(deps: UserDeps): Module {
  return implement(usersModule, {
    permissions: defineUserPermissions(deps),
    operations: {
      'list-users': listUsers(deps),
      'get-user': getUser(),
      'create-user': createUser(deps),
      'update-user': updateUser(deps),
      'delete-user': deleteUser(deps),
    },
    presenter: userPresenter(deps),
    checks: userChecks(deps),
    embeds: userEmbeds(deps),
  });
}
