// Declares users (specification: User; users-and-comments.md §3).
import { contextsOfUsers, plainColumns } from '../columns.ts';
import { columnFields } from '../grammar/column.ts';
import type { Link } from '../grammar/link.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { type Args, contextParameter, optional, type Parameters, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import {
  editOnly,
  enumOf,
  ids,
  listOf,
  needed,
  ReadOnly,
  strings,
  Type,
  timestamp,
  viewAndEdit,
} from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from '../shared/list-parameters.ts';

/** Sort keys of users. */
const userOrders = ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'] as const;

/** Columns to which a search of users can be limited. */
const userSearchColumns = ['email', 'name', 'id', 'username', 'slug'] as const;

const editOnlyField = (description: string, more: object = {}) =>
  Type.String({ description, context: editOnly, ...more });

const persistedPreferences = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: '',
  description: 'Editor preferences of the user.',
  default: {},
  context: editOnly,
  properties: {
    _modified: {
      type: 'string',
      description: 'The time of the last modification of the preferences.',
      format: 'date-time',
      readonly: false,
    },
  },
  additionalProperties: true,
});

const { url, description, locale, ...otherColumns } = columnFields(plainColumns.users);

export const userFields = {
  id: ReadOnly.Integer('The ID of the user.', contextsOfUsers),
  username: needed(editOnlyField('The username for signing in.', { clean: 'username' })),
  name: Type.String({ description: 'The display name.', context: contextsOfUsers }),
  first_name: editOnlyField('The first name.'),
  last_name: editOnlyField('The last name.'),
  email: needed(editOnlyField('The email address.', { format: 'email' })),
  url,
  description,
  link: ReadOnly.String('The URL of the list of entries by the user.', contextsOfUsers, { format: 'uri' }),
  locale,
  nickname: editOnlyField('The nickname.'),
  slug: Type.String({ description: 'The name in URLs.', context: contextsOfUsers }),
  registered_date: timestamp({ description: 'The registration date, in GMT.', context: editOnly, readonly: true }),
  roles: strings({ description: 'The roles of the user.', context: editOnly }),
  password: needed(
    Type.String({ description: 'The password. It is never returned.', context: [], clean: 'account-password' }),
  ),
  capabilities: Type.Unsafe<Record<string, boolean>>({
    type: 'object',
    description: 'All capabilities of the user.',
    context: editOnly,
    readonly: true,
  }),
  extra_capabilities: Type.Unsafe<Record<string, boolean>>({
    type: 'object',
    description: 'The roles of the user, and the capabilities granted in addition to them.',
    context: editOnly,
    readonly: true,
  }),
  avatar_urls: Type.Object(
    Object.fromEntries(
      ['24', '48', '96'].map((size) => [
        size,
        Type.String({
          description: `The URL of the avatar, ${size} pixels wide.`,
          format: 'uri',
          context: contextsOfUsers,
        }),
      ]),
    ),
    {
      description: 'The URLs of avatars of the user, keyed by size in pixels.',
      context: contextsOfUsers,
      readonly: true,
    },
  ),
  meta: Type.Object(
    { persisted_preferences: persistedPreferences },
    { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' },
  ),
  ...otherColumns,
};

const listParameters = {
  ...pagingParameters(),
  exclude: ids({ description: 'Excludes users with these IDs.', default: [] }),
  include: ids({ description: 'Limits the list to users with these IDs.', default: [] }),
  offset: offsetParameter,
  order: orderParameter('asc'),
  orderby: enumOf(userOrders, { description: 'The sort key of the list.', default: 'name' }),
  slug: optional(strings({ description: 'Limits the list to users with one of these slugs.' })),
  roles: optional(strings({ description: 'Limits the list to users with one of these roles.' })),
  capabilities: optional(strings({ description: 'Limits the list to users with one of these capabilities.' })),
  who: optional(enumOf(['authors'], { description: 'Limits the list to users who may write entries.' })),
  has_published_posts: optional(
    Type.Unsafe<boolean | string[]>({
      description: 'Limits the list to users with published entries, of any type (true) or of these types.',
      type: ['boolean', 'array'],
      items: { type: 'string' },
      clean: 'published-types',
      isName: true,
    }),
  ),
  search_columns: listOf(userSearchColumns, { description: 'The columns to search.', default: [] }),
};

export type UserListArgs = Args<typeof listParameters>;

const deleteParameters = {
  force: Type.Boolean({ description: 'Must be true, because users cannot be moved to the trash.', default: false }),
  reassign: Type.Unsafe<number | false>({
    type: 'integer',
    description: 'The ID of the user to whom the entries of the deleted user are reassigned.',
    check: 'reassign',
  }),
};

const item: Parameters = { id: optional(Type.Integer({ description: 'The ID of the user.' })) };

const endpoints = declareEndpoints({
  'list-users': { permission: 'list-users', parameters: listParameters, batch: true },
  'create-user': { permission: 'create-user', parameters: writable(userFields, 'create'), batch: true },
  'get-user': { permission: 'read-user', parameters: { context: contextParameter }, batch: true },
  'update-user': { permission: 'edit-user', parameters: writable(userFields, 'change'), batch: true },
  'delete-user': { permission: 'delete-user', parameters: deleteParameters, batch: true },
});

/** Endpoints that apply the operations on single users to the caller's own account. */
const selfEndpoints = declareEndpoints({
  'get-user': { permission: 'read-self', parameters: { context: contextParameter } },
  'update-user': { permission: 'edit-self', parameters: writable(userFields, 'change') },
  'delete-user': { permission: 'delete-self', parameters: deleteParameters },
});

export type UserEndpoints = Omit<typeof endpoints, keyof typeof selfEndpoints> & {
  readonly [O in keyof typeof selfEndpoints]: (typeof endpoints)[O] | (typeof selfEndpoints)[O];
};

/** The fields of records, which never contain the password. */
export type PresentedUserFields = Omit<typeof userFields, 'password'>;

/** The module with the code of these endpoints. */
export const usersModule: ModuleDeclaration<UserEndpoints, PresentedUserFields> = { name: 'users' };

const routes: Route[] = [
  { path: '/cms/v2/users', parameters: {}, endpoints: [endpoints['list-users'], endpoints['create-user']] },
  {
    path: '/cms/v2/users/<id>',
    parameters: item,
    endpoints: [endpoints['get-user'], endpoints['update-user'], endpoints['delete-user']],
  },
  {
    path: '/cms/v2/users/me',
    parameters: {},
    endpoints: [selfEndpoints['get-user'], selfEndpoints['update-user'], selfEndpoints['delete-user']],
  },
];

const links: Link[] = [
  { rel: 'self', href: '/cms/v2/users/{id}' },
  { rel: 'collection', href: '/cms/v2/users' },
];

export const users: Resource<typeof userFields> = {
  title: 'user',
  namespace: 'cms/v2',
  module: usersModule,
  fields: userFields,
  links,
  routes,
};
