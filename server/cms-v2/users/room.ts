// The room of users.
import type { userOperations } from '../../../contract/cms-v2/users.ts';
import type { Operation, Room } from '../../http/room.ts';
import { userChecks } from './checks.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { userEmbeds } from './embeds.ts';
import { getUser } from './get-user.ts';
import type { UserGifts } from './gifts.ts';
import { listUsers } from './list-users.ts';
import { userRules } from './permissions.ts';
import { userPresenter } from './present.ts';
import { updateUser } from './update-user.ts';

/** Joins the room's rules, operations and presenter. */
export function usersRoom(gifts: UserGifts): Room {
  const operations: Record<(typeof userOperations)[number], Operation> = {
    'list-users': listUsers(gifts),
    'get-user': getUser(),
    'create-user': createUser(gifts),
    'update-user': updateUser(gifts),
    'delete-user': deleteUser(gifts),
  };
  return {
    permissions: userRules(gifts),
    operations,
    checks: userChecks(gifts),
    presenter: userPresenter(gifts),
    embeds: userEmbeds(gifts),
  };
}
