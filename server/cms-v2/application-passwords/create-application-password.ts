// POST /cms/v2/users/<user_id>/application-passwords: creates an application password (users-and-comments.md §4.2).

import type { Call, Operation } from '../../http/module.ts';
import { requireShortName } from '../../http/parameters/text-length.ts';
import { rejectNullAppId } from './app-id.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import { issueApplicationPassword } from './issue.ts';
import type { Owner } from './permissions.ts';

interface CreateArgs {
  readonly name?: string;
  readonly app_id?: string;
  readonly expires?: string;
  readonly read_only?: boolean;
  readonly namespaces?: readonly string[];
}

/** Creates an application password and responds with status 201. This is the only response that contains the secret. */
export function createApplicationPassword({ database, key, clock }: ApplicationPasswordDeps): Operation {
  return {
    async run(call: Call<CreateArgs>, { user_id }: Owner) {
      rejectNullAppId(call);
      requireShortName('name', call.args.name);
      const { name = '', app_id, expires, read_only: readOnly = false, namespaces = [] } = call.args;
      const limits = { readOnly, namespaces, expires: expires ?? null };
      const issueOptions = { limits, auditActor: call };
      const { row } = await issueApplicationPassword(database, key, user_id, name, clock, app_id, issueOptions);
      return { kind: 'record', row, status: 201, context: 'edit', locatedByLinks: true };
    },
  };
}
