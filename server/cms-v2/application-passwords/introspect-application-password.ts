// GET /cms/v2/users/<user_id>/application-passwords/introspect: returns the application password that authenticates the request
// (users-and-comments.md §4.2).

import { ApiError } from '../../api-error.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import type { ApplicationPasswordOperations } from './operations.ts';
import { findApplicationPassword } from './store.ts';

/**
 * Responds with the application password that authenticates this request. Throws ApiError 404
 * `rest_no_authenticated_app_password` if the request is authenticated in another way, or if the application password was revoked
 * after the request had been authenticated.
 */
export function introspectApplicationPassword({
  database,
}: ApplicationPasswordDeps): ApplicationPasswordOperations['introspect-application-password'] {
  return {
    async run({ actor: { id, credential } }) {
      const row =
        credential.kind === 'application-password'
          ? await findApplicationPassword(database.read, id, credential.uuid)
          : undefined;
      if (!row)
        throw new ApiError(
          'rest_no_authenticated_app_password',
          404,
          'You are not signed in with an application password.',
        );
      return { kind: 'record', row };
    },
  };
}
