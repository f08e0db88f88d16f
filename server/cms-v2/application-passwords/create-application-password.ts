// POST /cms/v2/users/<user_id>/application-passwords: creates an application password (users-and-comments.md §4.2).

import { requireShortName } from '../../http/parameters/text-length.ts';
import { rejectNullAppId } from './app-id.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import { issueApplicationPassword } from './issue.ts';
import type { ApplicationPasswordOperations } from './operations.ts';

/** Creates an application password and responds with status 201. This is the only response that contains the secret. */
export function createApplicationPassword(
  deps: ApplicationPasswordDeps,
): ApplicationPasswordOperations['create-application-password'] {
  return {
    async run(call, { user_id }) {
      rejectNullAppId(call);
      requireShortName('name', call.args.name);
      const { name = '', app_id, expires, read_only: readOnly = false, namespaces = [] } = call.args;
      const limits = { readOnly, namespaces, expires: expires ?? null };
      const request = { userId: user_id, name, appId: app_id, limits, auditActor: call };
      const { row } = await issueApplicationPassword(deps, request);
      return { kind: 'record', row, status: 201, context: 'edit', locatedByLinks: true };
    },
  };
}
