// GET on the collection (users-and-comments.md §3.4).
import type { UserListArgs } from '../../../contract/cms-v2/users.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { countUsers, findUsers, slowUserParameter } from './list-store.ts';
import type { UserParts } from './parts.ts';
import { type ListPlan, planList } from './plan-list.ts';

/** Answers with a page of the users that the caller may see; a page past the end is empty. */
export function listUsers(parts: UserParts): Operation {
  return {
    async run(call: Call<UserListArgs>) {
      const plan = await planList(parts, call);
      const { limit, offset } = plan.values;
      const slow = slowUserParameter(plan.shape);
      const read = slow === undefined ? parts.database.read : parts.database.scanning(call.work, slow);
      const rows = await findUsers(read, plan.shape, plan.values);
      const total = await totalOf(read, plan, rows.length);
      return { kind: 'list', rows, page: { total, perPage: limit, page: Math.ceil(offset / limit) + 1 } };
    },
  };
}

/** The rows of a first page that is not full are all there are. */
async function totalOf(read: ReadHandle, { shape, values }: ListPlan, found: number): Promise<number> {
  return values.offset === 0 && found < values.limit ? found : countUsers(read, shape, values);
}
