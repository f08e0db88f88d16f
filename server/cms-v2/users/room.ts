// The room of users.
import type { userOperations } from '../../../contract/cms-v2/users.ts';
import type { Operation, Room } from '../../http/room.ts';
import { userChecks } from './checks.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { userEmbeds } from './embeds.ts';
import { getUser } from './get-user.ts';
import { listUsers } from './list-users.ts';
import type { UserParts } from './parts.ts';
import { userRules } from './permissions.ts';
import { userPresenter } from './present.ts';
import { updateUser } from './update-user.ts';

/** Joins the room's rules, operations and presenter. */
export function usersRoom(parts: UserParts): Room {
  const operations: Record<(typeof userOperations)[number], Operation> = {
    'list-users': listUsers(parts),
    'get-user': getUser(),
    'create-user': createUser(parts),
    'update-user': updateUser(parts),
    'delete-user': deleteUser(parts),
  };
  return {
    permissions: userRules(parts),
    operations,
    checks: userChecks(parts),
    presenter: userPresenter(parts),
    embeds: userEmbeds(parts),
  };
}
