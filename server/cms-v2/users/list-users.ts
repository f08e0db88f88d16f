// GET /cms/v2/users: lists users (users-and-comments.md §3.4).
import type { ReadHandle } from '../../database/handle.ts';
import type { UserDeps } from './deps.ts';
import { countUsers, findUsers, slowUserParameter } from './list-store.ts';
import type { UserOperations } from './operations.ts';
import { type ListPlan, planList } from './plan-list.ts';

/** Responds with a page of the users that the caller may view. A page beyond the last one is empty. */
export function listUsers(deps: UserDeps): UserOperations['list-users'] {
  return {
    async run(call) {
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

/** Returns the total number of users. If the first page is not full, no statement is needed to count them. */
async function countTotal(read: ReadHandle, { shape, values }: ListPlan, foundCount: number): Promise<number> {
  return values.offset === 0 && foundCount < values.limit ? foundCount : countUsers(read, shape, values);
}
