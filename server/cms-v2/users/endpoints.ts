// Implements the endpoints of users; write-user.ts has the operations that create and update users.
import { type PresentedUserFields, type UserListArgs, usersModule } from '../../../contract/cms-v2/users.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { implement } from '../../http/implement.ts';
import type { Call, Embedded, EmbedReader, FieldMaker, Module, Presenter, View } from '../../http/module.ts';
import { fold } from '../../rendering/fold.ts';
import { toSlug } from '../../rendering/slug.ts';
import { presentColumns } from '../plain-columns.ts';
import { avatarUrls } from './avatars.ts';
import { canSeeRoles, forbiddenErrors, mayRead, visibilityTypes, writerCapabilities } from './conditions.ts';
import type { ContentOfUsers, UserDeps } from './deps.ts';
import {
  countUsers,
  findUsers,
  type ListOrder,
  type ListShape,
  type ListValues,
  slowUserParameter,
  type UserSearchColumn,
} from './list-store.ts';
import { defineUserPermissions, requireLoadedUser, requireUser, type UserOperations } from './permissions.ts';
import { isLastAdministrator } from './role-assignment.ts';
import {
  deleteUserRow,
  findRoles,
  findUserIdsBySlugs,
  findUsersById,
  type UserRow,
  userExists,
  type VisibilityTypes,
} from './store.ts';
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
      const { force, reassign: newAuthor } = call.args;
      if (!force)
        throw new ApiError(
          'rest_trash_not_supported',
          501,
          'Users cannot be moved to the trash; send force=true to delete them permanently.',
        );
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

// Converts the parameters of a list to the shape and the values of its statement (users-and-comments.md §3.4).

interface ListPlan {
  readonly shape: ListShape;
  readonly values: ListValues;
}

type Values = Record<string, string | number | readonly number[] | readonly string[]>;

/** Returns the shape and the values of the statement of a list. */
async function planList(deps: UserDeps, call: Call<UserListArgs>): Promise<ListPlan> {
  const { args, actor } = call;
  const types = visibilityTypes(deps.contract, actor);
  const { filters, values } = filtersOf(deps, call, types);
  const search = searchOf(args, actor.can('list_users'));
  const order = await orderOf(deps, args);
  return {
    shape: { filters, search: search?.columns ?? [], orderby: order.by, order: order.direction },
    values: {
      ...values,
      ...search?.values,
      ...(order.ranked ? { ranked: order.ranked } : {}),
      published: types.published,
      private: types.private,
      limit: args.per_page,
      offset: args.offset ? Math.abs(args.offset) : (args.page - 1) * args.per_page,
    },
  };
}

/**
 * Returns the filters of a list. `include` takes precedence over `exclude`. Roles and capabilities are combined in one filter,
 * because the name of a role counts as one of its capabilities (users-and-comments.md §3.1, capabilities).
 */
function filtersOf({ contract, roles }: UserDeps, { args, actor }: Call<UserListArgs>, types: VisibilityTypes) {
  const values: Values = {};
  const filters: ListShape['filters'][number][] = [];
  const addFilter = (name: ListShape['filters'][number], value: readonly number[] | readonly string[]) => {
    filters.push(name);
    values[name] = value;
  };
  const requestedRoles = [...(args.roles ?? []), ...(args.capabilities ?? [])];
  const matchingRoles = [
    ...(args.roles ?? []),
    ...(args.capabilities ?? []).flatMap((each) => [each, ...roles.having(each)]),
  ];
  const published = args.has_published_posts === true ? types.published : args.has_published_posts || [];
  if (args.include.length > 0) addFilter('include', args.include);
  else if (args.exclude.length > 0) addFilter('exclude', args.exclude);
  if (args.context === 'edit' && !actor.can('edit_users')) addFilter('self', [actor.id]);
  if (args.slug && args.slug.length > 0) addFilter('slugs', args.slug.map(toSlug));
  if (requestedRoles.length > 0) addFilter('roles', matchingRoles.filter(roles.has));
  if (args.who === 'authors') addFilter('writers', writerCapabilities(contract).flatMap(roles.having));
  else if (!actor.can('list_users')) addFilter('visible', types.published);
  if (published.length > 0) addFilter('publishing', published);
  return { filters, values };
}

/** Maximum length of a search text, in characters. No searched column has longer values. */
const maxSearchLength = 1000;

/** Columns, keyed by the values of the parameter `search_columns`. */
const columnByParameter = { email: 'email', name: 'name', id: 'id', username: 'login', slug: 'slug' } as const;

/**
 * Returns the columns and the values of a search; undefined if there is no search text. Only callers with `list_users` may search
 * email addresses.
 */
function searchOf(
  args: UserListArgs,
  canListUsers: boolean,
): { columns: readonly UserSearchColumn[]; values: Values } | undefined {
  const text = trimAsterisks(args.search ?? '').slice(0, maxSearchLength);
  if (text === '') return undefined;
  const requestedColumns = args.search_columns
    .map((name) => columnByParameter[name])
    .filter((column) => canListUsers || column !== 'email');
  const columns = requestedColumns.length > 0 ? requestedColumns : defaultColumns(text, canListUsers);
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return { columns: [...new Set(columns)].sort(), values: { text: fold(text), number } };
}

/** Removes leading and trailing asterisks. */
function trimAsterisks(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '*') from += 1;
  while (to > from && text[to - 1] === '*') to -= 1;
  return text.slice(from, to);
}

/** Returns the default search columns. For callers with `list_users`, they depend on the format of the text. */
function defaultColumns(text: string, canListUsers: boolean): readonly UserSearchColumn[] {
  if (!canListUsers) return ['id', 'login', 'slug', 'name'];
  if (text.includes('@')) return ['email'];
  if (text.trim() !== '' && Number.isFinite(Number(text))) return ['login', 'id'];
  return /^https?:\/\//.test(text) ? ['url'] : ['login', 'url', 'email', 'slug', 'name'];
}

const orderByParameter: Readonly<Partial<Record<UserListArgs['orderby'], ListOrder>>> = {
  id: 'id',
  name: 'name',
  slug: 'slug',
  email: 'email',
  url: 'url',
  registered_date: 'registered',
};

/** Returns the order of a list. Orders by submitted IDs or slugs are replaced with the order by username if none are submitted. */
async function orderOf(
  { database }: UserDeps,
  args: UserListArgs,
): Promise<{ by: ListOrder; direction: 'asc' | 'desc'; ranked?: readonly number[] }> {
  const directOrder = orderByParameter[args.orderby];
  if (directOrder) return { by: directOrder, direction: args.order };
  if (args.orderby === 'include')
    return args.include.length > 0
      ? { by: 'ranked', direction: args.order, ranked: args.include }
      : { by: 'login', direction: args.order };
  const slugs = (args.slug ?? []).map((slug) => toSlug(slug));
  if (slugs.length === 0) return { by: 'login', direction: args.order };
  const idsBySlug = new Map((await findUserIdsBySlugs(database.read, slugs)).map((user) => [user.slug, user.id]));
  return { by: 'ranked', direction: 'asc', ranked: slugs.flatMap((slug) => idsBySlug.get(slug) ?? []) };
}

// GET /cms/v2/users: lists users (users-and-comments.md §3.4).

/** Responds with a page of the users that the caller may view. A page beyond the last one is empty. */
function listUsers(deps: UserDeps): UserOperations['list-users'] {
  return {
    async run(call) {
      const plan = await planList(deps, call);
      const { limit, offset } = plan.values;
      const slowParameter = slowUserParameter(plan.shape);
      const read = slowParameter === undefined ? deps.database.read : deps.database.scanning(call.work, slowParameter);
      const rows = await findUsers(read, plan.shape, plan.values);
      const total = await countTotal(read, plan, rows.length);
      return { kind: 'list', rows, page: { total, perPage: limit, page: Math.ceil(offset / limit) + 1 } };
    },
  };
}

/** Returns the total number of users. If the first page is not full, no statement is needed to count them. */
async function countTotal(read: ReadHandle, { shape, values }: ListPlan, foundCount: number): Promise<number> {
  return values.offset === 0 && foundCount < values.limit ? foundCount : countUsers(read, shape, values);
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

const computedFields = ({ roles, site: { settings } }: UserDeps) =>
  ({
    roles: (row, rolesByUser, { actor }) => (canSeeRoles(actor, row) ? rolesByUser.get(row.id) : undefined),
    capabilities: wholeOnly('capabilities', (row, rolesByUser) => {
      const ownRoles = rolesByUser.get(row.id) ?? [];
      return toFlags([...roles.capabilitiesOf(ownRoles), ...ownRoles]);
    }),
    extra_capabilities: wholeOnly('extra_capabilities', (row, rolesByUser) => toFlags(rolesByUser.get(row.id) ?? [])),
    avatar_urls: wholeOnly('avatar_urls', (row) => avatarUrls(row.email, settings.values)),
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
  const read: EmbedReader['read'] = async (values, { actor }) => {
    const found = await findUsersById(database.read, values.map(Number), visibilityTypes(contract, actor));
    const rows = new Map(found.map((row) => [String(row.id), row]));
    const embed = (value: string): Embedded => {
      const row = rows.get(value);
      if (!row) return { forbidden: forbiddenErrors.unknown };
      return mayRead(actor, row) ? { row } : { forbidden: forbiddenErrors.view };
    };
    return new Map(values.map((value) => [value, embed(value)]));
  };
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
