// POST on a user's application passwords: a new one (users-and-comments.md §4.2).
import type { Call, Operation } from '../../http/room.ts';
import { refuseNullApplicationId } from './application-id.ts';
import { issueApplicationPassword } from './issue.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import type { Owner } from './permissions.ts';

/** Makes an application password; answers 201 with it, this once with its secret. */
export function createApplicationPassword({ database, key, clock }: ApplicationPasswordParts): Operation {
  return {
    async run(call: Call<{ name?: string; app_id?: string }>, { user_id }: Owner) {
      refuseNullApplicationId(call);
      const { row } = await issueApplicationPassword(
        database,
        key,
        user_id,
        call.args.name ?? '',
        clock,
        call.args.app_id,
      );
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}
