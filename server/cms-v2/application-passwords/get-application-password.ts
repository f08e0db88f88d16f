// GET /cms/v2/users/<user_id>/application-passwords/<uuid>: returns an application password.
import type { Operation } from '../../http/module.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import { type Owner, requireApplicationPassword } from './permissions.ts';

/** Responds with the application password. Throws ApiError 404 `rest_application_password_not_found` if it does not exist. */
export function getApplicationPassword({ database }: ApplicationPasswordDeps): Operation {
  return {
    async run(call, owner: Owner) {
      return { kind: 'record', row: await requireApplicationPassword(database.read, call, owner) };
    },
  };
}
