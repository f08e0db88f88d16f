// GET /cms/v2/users/<user_id>/application-passwords: lists the application passwords of a user.
import type { ApplicationPasswordDeps } from './deps.ts';
import type { ApplicationPasswordOperations } from './operations.ts';
import { listApplicationPasswordRows } from './store.ts';

/** Responds with all application passwords of the user in order of creation, without pagination. */
export function listApplicationPasswords({
  database,
}: ApplicationPasswordDeps): ApplicationPasswordOperations['list-application-passwords'] {
  return {
    async run(_call, { user_id }) {
      return { kind: 'list', rows: await listApplicationPasswordRows(database.read, user_id) };
    },
  };
}
