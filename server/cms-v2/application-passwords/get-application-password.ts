// GET /cms/v2/users/<user_id>/application-passwords/<uuid>: returns an application password.
import type { ApplicationPasswordDeps } from './deps.ts';
import type { ApplicationPasswordOperations } from './operations.ts';
import { requireApplicationPassword } from './permissions.ts';

/** Responds with the application password. Throws ApiError 404 `rest_application_password_not_found` if it does not exist. */
export function getApplicationPassword({
  database,
}: ApplicationPasswordDeps): ApplicationPasswordOperations['get-application-password'] {
  return {
    async run(call, owner) {
      return { kind: 'record', row: await requireApplicationPassword(database.read, call, owner) };
    },
  };
}
