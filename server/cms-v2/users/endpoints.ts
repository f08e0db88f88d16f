// Implements the endpoints of users; other files have the operations that list, create and update users.
import { type PresentedUserFields, usersModule } from '../../../contract/cms-v2/users.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { usersTag, userTag } from '../../http/cache-tags.ts';
import { implement } from '../../http/implement.ts';
import type { EmbedReader, FieldMaker, Module, Presenter, View } from '../../http/module.ts';
import { readEmbeds } from '../../http/read-embeds.ts';
import { presentColumns } from '../plain-columns.ts';
import { requireForce } from '../require-force.ts';
import { isLastAdministrator } from './assign-roles.ts';
import { avatarUrls } from './avatars.ts';
import { canSeeRoles, forbiddenErrors, mayRead, visibilityTypes } from './conditions.ts';
import type { ContentOfUsers, UserDeps } from './deps.ts';
import { listUsers } from './list-users.ts';
import { defineUserPermissions, requireLoadedUser, requireUser, type UserOperations } from './permissions.ts';
import { deleteUserRow, findRoles, findUsersById, type UserRow, userExists } from './store.ts';
import { readMeta, userChecks } from './user-args.ts';
import { createUser, updateUser } from './write-user.ts';

// DELETE /cms/v2/users/<id> and DELETE /cms/v2/users/me: delete a user (users-and-comments.md §3.5).

/**
 * Deletes a user permanently and responds with the previous values. Reassigns the content to the user with the ID `reassign`, or moves it
 * to the trash if `reassign` is false.
 *
 * Throws ApiError 501 `rest_trash_not_supported` without `force`, ApiError 400 `rest_user_invalid_reassign`, and ApiError 403
 * `rest_user_cannot_delete` for the last administrator.
 */
function deleteUser(deps: UserDeps, content: ContentOfUsers): UserOperations['delete-user'] {
  return {
    async run(call, loadedUser) {
      const { id } = requireLoadedUser(loadedUser);
      const { reassign: newAuthor } = call.args;
      requireForce(call, 'Users');
      const previous = await deps.database.transaction(async (tx) => {
        await tx.lock('users');
        const user = await requireUser(tx, call, id, visibilityTypes(deps.contract, call.actor));
        await call.requireMatch();
        const roles = (await findRoles(tx, [user.id])).get(user.id) ?? [];
        if (newAuthor !== false) await requireNewAuthor(tx, newAuthor, user.id);
        await requireOtherAdministrator(tx, roles, user.id);
        if (newAuthor === false) await content.trash(tx, user.id, call.actor.id);
        else await content.reassign(tx, user.id, newAuthor);
        await deleteUserRow(tx, user.id, newAuthor === false ? undefined : newAuthor);
        const auditEvent = { action: 'user-deleted', kind: 'user', id: user.id, name: user.login } as const;
        await recordAuditEvent(tx, deps.site.clock, call, {
          ...auditEvent,
          details: { roles, reassigned_to: newAuthor || 0 },
        });
        return { ...user, roles };
      });
      return { kind: 'deleted', previous, context: 'edit' };
    },
  };
}

async function requireNewAuthor(read: ReadHandle, newAuthor: number, user: number): Promise<void> {
  if (newAuthor === user || !(await userExists(read, newAuthor))) {
    throw new ApiError('rest_user_invalid_reassign', 400, 'reassign must be the ID of another user.');
  }
}

async function requireOtherAdministrator(read: ReadHandle, roles: readonly string[], user: number): Promise<void> {
  if (await isLastAdministrator(read, roles, user)) {
    throw new ApiError(
      'rest_user_cannot_delete',
      403,
      'The last administrator cannot be deleted; make another user an administrator first.',
    );
  }
}

// GET /cms/v2/users/<id> and GET /cms/v2/users/me: return a user.

/** Responds with the user that the permission has loaded. Throws the error of `requireLoadedUser`. */
const getUser = (): UserOperations['get-user'] => ({
  run: async (_call, loadedUser) => ({ kind: 'record', row: requireLoadedUser(loadedUser) }),
});

/** Roles of each user, keyed by user ID. */
type Prepared = ReadonlyMap<number, readonly string[]>;

type UserPresenter = Presenter<PresentedUserFields, UserRow, Prepared>;
type FieldPresenter = FieldMaker<UserRow, Prepared>;

/** Locale of users who have not chosen one. */
const siteLocale = 'en_US';

function userPresenter(deps: UserDeps): UserPresenter {
  return {
    prepare: (rows, view) => prepare(deps, rows, view),
    fields: { ...columnFields(deps), ...computedFields(deps) },
    facts: ({ id }) => ({ id }),
    cacheTags: {
      // A user is public as long as there are public entries by the user. An entry that embeds its author is one of them.
      ofRecord: ({ id }, _prepared, { context }) => (context === 'embed' ? [userTag(id)] : [userTag(id), usersTag]),
      ofList: () => [usersTag],
    },
    dependsOnRowAlone: () => true,
  };
}

const roleFields = ['roles', 'capabilities', 'extra_capabilities'];

async function prepare({ database }: UserDeps, rows: readonly UserRow[], { projection }: View): Promise<Prepared> {
  const idsWithoutRoles = rows.filter((row) => !row.roles).map((row) => row.id);
  const needsRoles = roleFields.some((name) => projection.fieldNames.has(name)) && idsWithoutRoles.length > 0;
  const found = needsRoles ? await findRoles(database.read, idsWithoutRoles) : new Map<number, string[]>();
  return new Map(rows.map((row) => [row.id, row.roles ?? found.get(row.id) ?? []]));
}

const columnFields = ({ site: { urls } }: UserDeps) =>
  ({
    ...presentColumns('users', (row: UserRow) => row),
    id: (row) => row.id,
    username: (row) => row.login,
    name: (row) => row.name,
    first_name: (row) => row.first_name,
    last_name: (row) => row.last_name,
    email: (row) => row.email,
    link: (row) => `${urls.front}/author/${row.slug}/`,
    locale: (row) => row.locale || siteLocale,
    nickname: (row) => row.nickname,
    slug: (row) => row.slug,
    registered_date: (row) => `${row.registered}+00:00`,
  }) as const satisfies Record<string, FieldPresenter>;

const computedFields = ({ roles, site }: UserDeps) =>
  ({
    roles: (row, rolesByUser, { actor }) => (canSeeRoles(actor, row) ? rolesByUser.get(row.id) : undefined),
    capabilities: wholeOnly('capabilities', (row, rolesByUser) => {
      const ownRoles = rolesByUser.get(row.id) ?? [];
      return toFlags([...roles.capabilitiesOf(ownRoles), ...ownRoles]);
    }),
    extra_capabilities: wholeOnly('extra_capabilities', (row, rolesByUser) => toFlags(rolesByUser.get(row.id) ?? [])),
    avatar_urls: wholeOnly('avatar_urls', ({ email, image_path }) =>
      avatarUrls({ email, imagePath: image_path }, site),
    ),
    meta: wholeOnly('meta', (row) => readMeta(row.meta)),
  }) as const satisfies Record<string, FieldPresenter>;

/**
 * Returns a field presenter that presents an object only as a whole, because `_fields` cannot select properties of these objects
 * (users-and-comments.md §3.1).
 */
const wholeOnly =
  (name: string, present: FieldPresenter): FieldPresenter =>
  (row, prepared, view) =>
    view.projection.named === undefined || view.projection.named.includes(name)
      ? present(row, prepared, view)
      : undefined;

const toFlags = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));

/** Returns the embed reader of single users. */
function userEmbeds({ contract, database }: UserDeps): EmbedReader[] {
  const resource = contract.resources.get('user');
  if (!resource) return [];
  const read = readEmbeds({
    find: (ids, { actor }) => findUsersById(database.read, ids, visibilityTypes(contract, actor)),
    missing: forbiddenErrors.unknown,
    forbid: (row, { actor }) => (mayRead(actor, row) ? undefined : forbiddenErrors.view),
  });
  return [{ target: '/cms/v2/users/<id>', resource, read }];
}

/** Returns the module of users. `content` changes the content of users that are deleted. */
export function usersEndpoints(deps: UserDeps, content: ContentOfUsers): Module {
  return implement(usersModule, {
    permissions: defineUserPermissions(deps),
    operations: {
      'list-users': listUsers(deps),
      'get-user': getUser(),
      'create-user': createUser(deps),
      'update-user': updateUser(deps),
      'delete-user': deleteUser(deps, content),
    },
    presenter: userPresenter(deps),
    checks: userChecks(deps),
    embeds: userEmbeds(deps),
  });
}
