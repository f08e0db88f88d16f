// POST, PUT and PATCH /cms/v2/users/<user_id>/application-passwords/<uuid>: rename an application password
// (users-and-comments.md §4.2).

import { requireShortName } from '../../http/parameters/text-length.ts';
import { rejectNullAppId } from './app-id.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import { cleanApplicationName } from './issue.ts';
import type { ApplicationPasswordOperations } from './operations.ts';
import { requireApplicationPassword } from './permissions.ts';
import { updateApplicationPasswordName } from './store.ts';

/**
 * Renames the application password. A name that is missing, or empty after cleaning, changes nothing. Throws ApiError 404
 * `rest_application_password_not_found` if the application password does not exist.
 */
export function updateApplicationPassword({
  database,
}: ApplicationPasswordDeps): ApplicationPasswordOperations['update-application-password'] {
  return {
    async run(call, owner) {
      rejectNullAppId(call);
      requireShortName('name', call.args.name);
      const name = cleanApplicationName(call.args.name ?? '');
      const row = await database.transaction(async (tx) => {
        const before = await requireApplicationPassword(tx, call, owner);
        await call.requireMatch();
        if (name === '') return before;
        await updateApplicationPasswordName(tx, before.uuid, name);
        return { ...before, name };
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
