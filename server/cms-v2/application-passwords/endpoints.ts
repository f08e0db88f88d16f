// Implements the endpoints of application passwords (users-and-comments.md §4).
import {
  type ApplicationPasswordEndpoints,
  type applicationPasswordFields,
  applicationPasswordsModule,
} from '../../../contract/cms-v2/application-passwords.ts';
import type { Contract } from '../../../contract/contract.ts';
import { isSignedIn } from '../../access/actor.ts';
import { canCreateCredentials } from '../../access/limits.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { Database, ReadHandle } from '../../database/handle.ts';
import { readStoredList } from '../../database/stored-json.ts';
import { implement, type LoadingPermission, type Permissions } from '../../http/implement.ts';
import type { Call, Module, PermissionError, Presenter } from '../../http/module.ts';
import { requireShortName } from '../../http/parameters/text-length.ts';
import type { Clock } from '../../time/zone.ts';
import { isSelf, mayEdit, forbiddenErrors as userDenials } from '../users/conditions.ts';
import { userExists } from '../users/store.ts';
import { applicationPasswordChecks } from './checks.ts';
import { cleanApplicationName, issueApplicationPassword } from './issue.ts';
import {
  type ApplicationPasswordRow,
  deleteApplicationPasswordRow,
  deleteApplicationPasswordRows,
  findApplicationPassword,
  listApplicationPasswordRows,
  lockApplicationPasswords,
  updateApplicationPasswordName,
} from './store.ts';

interface ApplicationPasswordDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly clock: Clock;
  /** The site's secret key for keyed hashes. */
  readonly key: string;
}

/** The owner of the requested application passwords. */
type Owner = Pick<ApplicationPasswordRow, 'user_id'>;

/** The targets of the permissions. */
type ApplicationPasswordTargets = {
  'list-application-passwords': Owner;
  'create-application-passwords': Owner;
  'delete-application-passwords': Owner;
  'read-application-password': Owner;
  'edit-application-password': Owner;
  'delete-application-password': Owner;
  'introspect-application-password': Owner;
};

// Defines the errors for forbidden operations on application passwords. Users may manage the application passwords of every user whom they
// may edit (users-and-comments.md §4.3).

/** The error for each operation that the caller is not allowed to perform. */
const forbiddenErrors = {
  list: {
    code: 'rest_cannot_list_application_passwords',
    message: 'You are not allowed to list the application passwords of this user.',
  },
  read: {
    code: 'rest_cannot_read_application_password',
    message: 'You are not allowed to view this application password.',
  },
  create: {
    code: 'rest_cannot_create_application_passwords',
    message: 'You are not allowed to create application passwords for this user.',
  },
  edit: {
    code: 'rest_cannot_edit_application_password',
    message: 'You are not allowed to edit this application password.',
  },
  delete: {
    code: 'rest_cannot_delete_application_password',
    message: 'You are not allowed to revoke this application password.',
  },
  deleteAll: {
    code: 'rest_cannot_delete_application_passwords',
    message: 'You are not allowed to revoke the application passwords of this user.',
  },
  introspect: {
    code: 'rest_cannot_introspect_app_password_for_non_authenticated_user',
    message: 'You are only allowed to view the application password that you are signed in with.',
  },
} as const satisfies Record<string, PermissionError>;

// Defines the permissions of the application password routes. They depend only on the caller and the owner of the application
// passwords, so that an error does not disclose which UUIDs exist (users-and-comments.md §4.3).

/** Returns the permissions, keyed by their names in the contract. */
function defineApplicationPasswordPermissions({
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
async function requireApplicationPassword(
  read: ReadHandle,
  { path }: Pick<Call, 'path'>,
  owner: Owner,
): Promise<ApplicationPasswordRow> {
  const row = await findApplicationPassword(read, owner.user_id, path.uuid ?? '');
  if (!row) throw new ApiError('rest_application_password_not_found', 404, 'No application password with this UUID.');
  return row;
}

/**
 * Throws ApiError 400 `rest_invalid_param` if `app_id` is null, because it must be a UUID or an empty string
 * (protocol.md §4.6, app_id).
 */
function rejectNullAppId({ nulls }: Pick<Call, 'nulls'>): void {
  if (!nulls.has('app_id')) return;
  const message = 'app_id must be a UUID or empty.';
  throw new ApiError('rest_invalid_param', 400, message, {
    data: {
      params: { app_id: message },
      details: { app_id: { code: 'rest_no_matching_schema', message, data: null } },
    },
  });
}

const applicationPasswordPresenter: Presenter<typeof applicationPasswordFields, ApplicationPasswordRow, undefined> = {
  prepare: async () => undefined,
  fields: {
    uuid: (row) => row.uuid,
    app_id: (row) => row.app_id,
    name: (row) => row.name,
    password: (row) => row.secret,
    created: (row) => row.created,
    last_used: (row) => row.last_used,
    last_ip: (row) => row.last_ip,
    // Restrictions that are not set are omitted, because existing clients expect records without these fields.
    expires: (row) => row.expires ?? undefined,
    read_only: (row) => row.read_only === 1 || undefined,
    namespaces: (row) =>
      row.namespaces === '[]' ? undefined : readStoredList(row.namespaces, 'application_passwords.namespaces'),
  },
  facts: ({ uuid, user_id }) => ({ uuid, user_id }),
};

/** Returns the module of application passwords. */
export function applicationPasswordsEndpoints(deps: ApplicationPasswordDeps): Module {
  const { database, clock } = deps;
  return implement(applicationPasswordsModule, {
    permissions: defineApplicationPasswordPermissions(deps),
    operations: {
      // GET /cms/v2/users/<user_id>/application-passwords: lists the application passwords of a user.
      /** Responds with all application passwords of the user in order of creation, without pagination. */
      'list-application-passwords': {
        async run(_call, { user_id }) {
          return { kind: 'list', rows: await listApplicationPasswordRows(database.read, user_id) };
        },
      },

      // POST /cms/v2/users/<user_id>/application-passwords: creates an application password (users-and-comments.md §4.2).
      /** Creates an application password and responds with status 201. This is the only response that contains the secret. */
      'create-application-password': {
        async run(call, { user_id }) {
          rejectNullAppId(call);
          requireShortName('name', call.args.name);
          const { name = '', app_id, expires, read_only: readOnly = false, namespaces = [] } = call.args;
          const limits = { readOnly, namespaces, expires: expires ?? null };
          const request = { userId: user_id, name, appId: app_id, limits, auditActor: call };
          const { row } = await issueApplicationPassword(deps, request);
          return { kind: 'record', row, status: 201, context: 'edit', locatedByLinks: true };
        },
      },

      // DELETE /cms/v2/users/<user_id>/application-passwords: revokes all application passwords of a user.
      /** Revokes all application passwords of the user and responds with the number of revoked passwords. */
      'delete-application-passwords': {
        async run(call, { user_id }) {
          const count = await database.transaction(async (tx) => {
            const deletedCount = await deleteApplicationPasswordRows(tx, user_id);
            const auditEvent = {
              action: 'application-password-revoked',
              kind: 'application-password',
              id: '',
              name: '',
            } as const;
            if (deletedCount > 0)
              await recordAuditEvent(tx, clock, call, {
                ...auditEvent,
                details: { user: user_id, count: deletedCount },
              });
            return deletedCount;
          });
          return { kind: 'value', value: { deleted: true, count } };
        },
      },

      // GET /cms/v2/users/<user_id>/application-passwords/<uuid>: returns an application password.
      /**
       * Responds with the application password. Throws ApiError 404 `rest_application_password_not_found` if it does not exist.
       */
      'get-application-password': {
        async run(call, owner) {
          return { kind: 'record', row: await requireApplicationPassword(database.read, call, owner) };
        },
      },

      // POST, PUT and PATCH /cms/v2/users/<user_id>/application-passwords/<uuid>: rename an application password
      // (users-and-comments.md §4.2).
      /**
       * Renames the application password. A name that is missing, or empty after cleaning, changes nothing. Throws ApiError 404
       * `rest_application_password_not_found` if the application password does not exist.
       */
      'update-application-password': {
        async run(call, owner) {
          rejectNullAppId(call);
          requireShortName('name', call.args.name);
          const name = cleanApplicationName(call.args.name ?? '');
          const row = await database.transaction(async (tx) => {
            await lockApplicationPasswords(tx, owner.user_id);
            const before = await requireApplicationPassword(tx, call, owner);
            await call.requireMatch();
            if (name === '') return before;
            await updateApplicationPasswordName(tx, before.uuid, name);
            return { ...before, name };
          });
          return { kind: 'record', row, context: 'edit' };
        },
      },

      // DELETE /cms/v2/users/<user_id>/application-passwords/<uuid>: revokes an application password.
      /**
       * Revokes the application password and responds with its previous values. Throws ApiError 404
       * `rest_application_password_not_found` if it does not exist.
       */
      'delete-application-password': {
        async run(call, owner) {
          const previous = await database.transaction(async (tx) => {
            await lockApplicationPasswords(tx, owner.user_id);
            const row = await requireApplicationPassword(tx, call, owner);
            await call.requireMatch();
            await deleteApplicationPasswordRow(tx, row.uuid);
            const auditEvent = { action: 'application-password-revoked', kind: 'application-password' } as const;
            await recordAuditEvent(tx, clock, call, {
              ...auditEvent,
              id: row.uuid,
              name: row.name,
              details: { user: row.user_id },
            });
            return row;
          });
          return { kind: 'deleted', previous, context: 'edit' };
        },
      },

      // GET /cms/v2/users/<user_id>/application-passwords/introspect: returns the application password that authenticates the
      // request (users-and-comments.md §4.2).
      /**
       * Responds with the application password that authenticates this request. Throws ApiError 404
       * `rest_no_authenticated_app_password` if the request is authenticated in another way, or if the application password was
       * revoked after the request had been authenticated.
       */
      'introspect-application-password': {
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
      },
    },
    checks: applicationPasswordChecks(deps),
    presenter: applicationPasswordPresenter,
  });
}
