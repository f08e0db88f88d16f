// GET /cms/v2/users/<user_id>/application-passwords: lists the application passwords of a user.
import type { Operation } from '../../http/module.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import type { Owner } from './permissions.ts';
import { listApplicationPasswordRows } from './store.ts';

/** Responds with all application passwords of the user in order of creation, without pagination. */
export function listApplicationPasswords({ database }: ApplicationPasswordDeps): Operation {
  return {
    async run(_call, { user_id }: Owner) {
      return { kind: 'list', rows: await listApplicationPasswordRows(database.read, user_id) };
    },
  };
}
