// Defines the permissions of the application password routes. They depend only on the caller and the owner of the application
// passwords, so that an error does not disclose which UUIDs exist (users-and-comments.md §4.3).
import type { ApplicationPasswordEndpoints } from '../../../contract/cms-v2/application-passwords.ts';
import { isSignedIn } from '../../access/actor.ts';
import { canCreateCredentials } from '../../access/limits.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { LoadingPermission, Permissions } from '../../http/implement.ts';
import type { Call, PermissionError } from '../../http/module.ts';
import { isSelf, mayEdit, forbiddenErrors as userDenials } from '../users/conditions.ts';
import { userExists } from '../users/store.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import { forbiddenErrors } from './forbidden-errors.ts';
import type { ApplicationPasswordTargets, Owner } from './operations.ts';
import { type ApplicationPasswordRow, findApplicationPassword } from './store.ts';

/** Returns the permissions, keyed by their names in the contract. */
export function defineApplicationPasswordPermissions({
  database,
}: ApplicationPasswordDeps): Permissions<ApplicationPasswordEndpoints, ApplicationPasswordTargets> {
  const load = (call: Pick<Call, 'actor' | 'path'>) => requireOwner(database.read, call);
  const allowEditors = (error: PermissionError): LoadingPermission<object, Owner> => ({
    load,
    permit: ({ actor }, { user_id }) => (mayEdit(actor, { id: user_id }) ? undefined : error),
  });
  return {
    'list-application-passwords': allowEditors(forbiddenErrors.list),
    'create-application-passwords': {
      load,
      permit: ({ actor }, { user_id }) =>
        mayEdit(actor, { id: user_id }) && canCreateCredentials(actor) ? undefined : forbiddenErrors.create,
    },
    'delete-application-passwords': allowEditors(forbiddenErrors.deleteAll),
    'read-application-password': allowEditors(forbiddenErrors.read),
    'edit-application-password': allowEditors(forbiddenErrors.edit),
    'delete-application-password': allowEditors(forbiddenErrors.delete),
    'introspect-application-password': {
      load,
      permit: ({ actor }, { user_id }) => (isSelf(actor, { id: user_id }) ? undefined : forbiddenErrors.introspect),
    },
  };
}

/**
 * Returns the user in the path. Throws ApiError 401 `rest_not_logged_in` if an anonymous caller requests `me`, and 404
 * `rest_user_invalid_id` if the user does not exist.
 */
async function requireOwner(read: ReadHandle, { actor, path }: Pick<Call, 'actor' | 'path'>): Promise<Owner> {
  const isMe = path.user_id?.toLowerCase() === 'me';
  if (isMe && !isSignedIn(actor)) throw new ApiError('rest_not_logged_in', 401, 'You are not signed in.');
  const id = isMe ? actor.id : Number(path.user_id);
  const exists = Number.isSafeInteger(id) && id > 0 && (await userExists(read, id));
  if (!exists) throw new ApiError(userDenials.unknown.code, userDenials.unknown.status, userDenials.unknown.message);
  return { user_id: id };
}

/**
 * Returns the application password in the path. Throws ApiError 404 `rest_application_password_not_found` if `owner` has
 * no application password with this UUID.
 */
export async function requireApplicationPassword(
  read: ReadHandle,
  { path }: Pick<Call, 'path'>,
  owner: Owner,
): Promise<ApplicationPasswordRow> {
  const row = await findApplicationPassword(read, owner.user_id, path.uuid ?? '');
  if (!row) throw new ApiError('rest_application_password_not_found', 404, 'No application password with this UUID.');
  return row;
}
