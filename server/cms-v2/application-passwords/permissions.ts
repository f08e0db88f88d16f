// The rules that the routes of application passwords name. They are judged by the user alone, so that a refusal does not
// tell which identifiers exist (users-and-comments.md §4.3).
import type { applicationPasswordPermissions } from '../../../contract/cms-v2/application-passwords.ts';
import { isSignedIn } from '../../access/actor.ts';
import { mayMakeCredentials } from '../../access/limits.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call, Denial, Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { isSelf, mayEdit, denials as userDenials } from '../users/rules.ts';
import { userExists } from '../users/store.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import { denials } from './rules.ts';
import { type ApplicationPasswordRow, findApplicationPassword } from './store.ts';

/** Whose application passwords an address is about. */
export type Owner = Pick<ApplicationPasswordRow, 'user_id'>;

/** The rules by the names that declarations use. */
export function applicationPasswordRules({
  database,
}: ApplicationPasswordParts): Record<(typeof applicationPasswordPermissions)[number], Permission> {
  const load = (call: Call) => requireOwner(database.read, call);
  const forEditors = (denial: Denial): Permission => ({
    load,
    permit: ({ actor }, { user_id }: Owner) => (mayEdit(actor, { id: user_id }) ? undefined : denial),
  });
  return {
    'list-application-passwords': forEditors(denials.list),
    'create-application-passwords': {
      load,
      permit: ({ actor }, { user_id }: Owner) =>
        mayEdit(actor, { id: user_id }) && mayMakeCredentials(actor) ? undefined : denials.create,
    },
    'delete-application-passwords': forEditors(denials.deleteAll),
    'read-application-password': forEditors(denials.read),
    'edit-application-password': forEditors(denials.edit),
    'delete-application-password': forEditors(denials.delete),
    'introspect-application-password': {
      load,
      permit: ({ actor }, { user_id }: Owner) => (isSelf(actor, { id: user_id }) ? undefined : denials.introspect),
    },
  };
}

/** The user that the address names. Throws Refusal 401 `rest_not_logged_in` for `me`, 404 `rest_user_invalid_id`. */
async function requireOwner(read: ReadHandle, { actor, path }: Call): Promise<Owner> {
  const own = path.user_id?.toLowerCase() === 'me';
  if (own && !isSignedIn(actor)) throw new Refusal('rest_not_logged_in', 401, 'You are not signed in.');
  const id = own ? actor.id : Number(path.user_id);
  const known = Number.isSafeInteger(id) && id > 0 && (await userExists(read, id));
  if (!known) throw new Refusal(userDenials.unknown.code, userDenials.unknown.status, userDenials.unknown.message);
  return { user_id: id };
}

/** The application password that the address names. Throws Refusal 404 `rest_application_password_not_found`. */
export async function requireApplicationPassword(
  read: ReadHandle,
  { path }: Pick<Call, 'path'>,
  owner: Owner,
): Promise<ApplicationPasswordRow> {
  const row = await findApplicationPassword(read, owner.user_id, path.uuid ?? '');
  if (!row)
    throw new Refusal(
      'rest_application_password_not_found',
      404,
      'The user has no application password of this identifier.',
    );
  return row;
}
