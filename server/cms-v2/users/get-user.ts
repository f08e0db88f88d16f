// GET /cms/v2/users/<id> and GET /cms/v2/users/me: return a user.

import { ApiError } from '../../api-error.ts';
import type { Operation } from '../../http/module.ts';
import type { UserRow } from './rows.ts';

/**
 * Responds with the user that the permission has loaded. Throws ApiError 401 `rest_not_logged_in` if an anonymous caller requests
 * `me`.
 */
export function getUser(): Operation {
  return {
    async run(_call, row: UserRow | undefined) {
      if (!row) throw new ApiError('rest_not_logged_in', 401, 'You are not signed in.');
      return { kind: 'record', row };
    },
  };
}
