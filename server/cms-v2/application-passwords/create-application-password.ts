// POST on a user's application passwords: a new one (users-and-comments.md §4.2).
import { requireShortName } from '../../http/parameters/text-length.ts';
import type { Call, Operation } from '../../http/room.ts';
import { refuseNullApplicationId } from './application-id.ts';
import { issueApplicationPassword } from './issue.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import type { Owner } from './permissions.ts';

interface CreateArgs {
  readonly name?: string;
  readonly app_id?: string;
  readonly expires?: string;
  readonly read_only?: boolean;
  readonly namespaces?: readonly string[];
}

/** Makes an application password; answers 201 with it, this once with its secret. */
export function createApplicationPassword({ database, key, clock }: ApplicationPasswordParts): Operation {
  return {
    async run(call: Call<CreateArgs>, { user_id }: Owner) {
      refuseNullApplicationId(call);
      requireShortName('name', call.args.name);
      const { name = '', app_id, expires, read_only: readOnly = false, namespaces = [] } = call.args;
      const limits = { readOnly, namespaces, expires: expires ?? null };
      const more = { limits, doer: call };
      const { row } = await issueApplicationPassword(database, key, user_id, name, clock, app_id, more);
      return { kind: 'record', row, status: 201, context: 'edit', locatedByLinks: true };
    },
  };
}
