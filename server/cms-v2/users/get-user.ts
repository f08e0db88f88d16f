// GET /cms/v2/users/<id> and GET /cms/v2/users/me: return a user.

import type { UserOperations } from './operations.ts';
import { requireLoadedUser } from './permissions.ts';

/** Responds with the user that the permission has loaded. Throws the error of `requireLoadedUser`. */
export const getUser = (): UserOperations['get-user'] => ({
  run: async (_call, loadedUser) => ({ kind: 'record', row: requireLoadedUser(loadedUser) }),
});
