// GET on the collection lists users (users-and-comments.md §3.4).
import type { UserListArgs } from '../../../contract/cms-v2/users.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/module.ts';
import type { UserDeps } from './deps.ts';
import { countUsers, findUsers, slowUserParameter } from './list-store.ts';
import { type ListPlan, planList } from './plan-list.ts';

/** Responds with a page of the users that the caller may see; a page past the end is empty. */
export function listUsers(deps: UserDeps): Operation {
  return {
    async run(call: Call<UserListArgs>) {
      const plan = await planList(deps, call);
      const { limit, offset } = plan.values;
      const slowParameter = slowUserParameter(plan.shape);
      const read = slowParameter === undefined ? deps.database.read : deps.database.scanning(call.work, slowParameter);
      const rows = await findUsers(read, plan.shape, plan.values);
      const total = await countTotal(read, plan, rows.length);
      return { kind: 'list', rows, page: { total, perPage: limit, page: Math.ceil(offset / limit) + 1 } };
    },
  };
}

/** Returns the total. A first page that is not full contains all rows, which saves a statement. */
async function countTotal(read: ReadHandle, { shape, values }: ListPlan, foundCount: number): Promise<number> {
  return values.offset === 0 && foundCount < values.limit ? foundCount : countUsers(read, shape, values);
}
