// Users (specification: User; users-and-comments.md §3).
import type { Link } from '../grammar/link.ts';
import { type Args, contextParameter, optional, type Parameters, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing, type Route } from '../grammar/route.ts';
import { type Context, editOnly, ids, Type, texts, time, viewAndEdit, words } from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from '../shared/list-parameters.ts';

/** The operations of the room `users`; each is a file of that name there. */
export const userOperations = ['list-users', 'get-user', 'create-user', 'update-user', 'delete-user'] as const;

/** The rules that the routes of users name; those ending in `-self` are about the caller. */
export const userPermissions = [
  'list-users',
  'read-user',
  'create-user',
  'edit-user',
  'delete-user',
  'read-self',
  'edit-self',
  'delete-self',
] as const;

/** What users can be ordered by. */
export const userOrders = [
  'id',
  'include',
  'name',
  'registered_date',
  'slug',
  'include_slugs',
  'email',
  'url',
] as const;

/** Where users can be searched. */
export const userSearchColumns = ['email', 'name', 'id', 'username', 'slug'] as const;

/** All contexts, in the order in which they are told of users. */
const anywhere: readonly Context[] = ['embed', 'view', 'edit'];

const inEdit = (description: string, more: object = {}) => Type.String({ description, context: editOnly, ...more });

const persistedPreferences = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: '',
  description: 'What editors remember for the user.',
  default: {},
  context: editOnly,
  properties: {
    _modified: { type: 'string', description: 'When they were last changed.', format: 'date-time', readonly: false },
  },
  additionalProperties: true,
});

export const userFields = {
  id: Type.Integer({ description: 'The number of the user.', context: anywhere, readonly: true }),
  username: inEdit('The login name.', { needed: true, clean: 'username' }),
  name: Type.String({ description: 'The name shown.', context: anywhere }),
  first_name: inEdit('First name.'),
  last_name: inEdit('Last name.'),
  email: inEdit('The e-mail address.', { format: 'email', needed: true }),
  url: Type.String({ description: 'A web address.', format: 'uri', context: anywhere }),
  description: Type.String({ description: 'A few words on the user.', context: anywhere }),
  link: Type.String({
    description: 'The address of the entries by this user.',
    format: 'uri',
    context: anywhere,
    readonly: true,
  }),
  locale: words(['', 'en_US'], { description: 'The language of the user.', context: editOnly }),
  nickname: inEdit('A nickname.'),
  slug: Type.String({ description: 'The name in addresses.', context: anywhere }),
  registered_date: time({ description: 'When the user was registered.', context: editOnly, readonly: true }),
  roles: texts({ description: 'The roles the user has.', context: editOnly }),
  password: Type.String({
    description: 'The password (never shown).',
    context: [],
    needed: true,
    clean: 'account-password',
  }),
  capabilities: Type.Unsafe<Record<string, boolean>>({
    type: 'object',
    description: 'Everything the user may do.',
    context: editOnly,
    readonly: true,
  }),
  extra_capabilities: Type.Unsafe<Record<string, boolean>>({
    type: 'object',
    description: 'What the user may do beside or by roles.',
    context: editOnly,
    readonly: true,
  }),
  avatar_urls: Type.Object(
    Object.fromEntries(
      ['24', '48', '96'].map((size) => [
        size,
        Type.String({ description: `A picture ${size} dots wide.`, format: 'uri', context: anywhere }),
      ]),
    ),
    { description: 'Pictures of the user.', context: anywhere, readonly: true },
  ),
  meta: Type.Object(
    { persisted_preferences: persistedPreferences },
    { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' },
  ),
};

const listParameters = {
  ...pagingParameters(),
  exclude: ids({ description: 'Without these.', default: [] }),
  include: ids({ description: 'Only these.', default: [] }),
  offset: offsetParameter,
  order: orderParameter('asc'),
  orderby: words(userOrders, { description: 'What the list is ordered by.', default: 'name' }),
  slug: optional(texts({ description: 'Only users with one of these slugs.' })),
  roles: optional(texts({ description: 'Only users with one of these roles.' })),
  capabilities: optional(texts({ description: 'Only users with one of these capabilities.' })),
  who: optional(words(['authors'], { description: 'Only users who may write.' })),
  has_published_posts: optional(
    Type.Unsafe<boolean | string[]>({
      description: 'Only users who have published something, of any type or of these.',
      type: ['boolean', 'array'],
      items: { type: 'string' },
      clean: 'published-types',
      isName: true,
    }),
  ),
  search_columns: Type.Unsafe<(typeof userSearchColumns)[number][]>({
    description: 'Where to search.',
    type: 'array',
    items: { type: 'string', enum: userSearchColumns },
    default: [],
  }),
};

export type UserListArgs = Args<typeof listParameters>;

const deleteParameters = {
  force: Type.Boolean({ description: 'Must be true, for users cannot be moved to the trash.', default: false }),
  reassign: Type.Unsafe<number | false>({
    type: 'integer',
    description: 'The user who receives what the deleted one wrote.',
    check: 'reassign',
  }),
};

const item: Parameters = { id: optional(Type.Integer({ description: 'The number of the user.' })) };

const routes: Route[] = [
  {
    path: '/cms/v2/users',
    parameters: {},
    endpoints: [
      { methods: ['GET'], operation: 'list-users', permission: 'list-users', parameters: listParameters, batch: true },
      {
        methods: ['POST'],
        operation: 'create-user',
        permission: 'create-user',
        parameters: writable(userFields, 'create'),
        batch: true,
      },
    ],
  },
  {
    path: '/cms/v2/users/<id>',
    parameters: item,
    endpoints: [
      {
        methods: ['GET'],
        operation: 'get-user',
        permission: 'read-user',
        parameters: { context: contextParameter },
        batch: true,
      },
      {
        methods: changing,
        operation: 'update-user',
        permission: 'edit-user',
        parameters: writable(userFields, 'change'),
        batch: true,
      },
      {
        methods: ['DELETE'],
        operation: 'delete-user',
        permission: 'delete-user',
        parameters: deleteParameters,
        batch: true,
      },
    ],
  },
  {
    path: '/cms/v2/users/me',
    parameters: {},
    endpoints: [
      { methods: ['GET'], operation: 'get-user', permission: 'read-self', parameters: { context: contextParameter } },
      {
        methods: changing,
        operation: 'update-user',
        permission: 'edit-self',
        parameters: writable(userFields, 'change'),
      },
      { methods: ['DELETE'], operation: 'delete-user', permission: 'delete-self', parameters: deleteParameters },
    ],
  },
];

const links: Link[] = [
  { rel: 'self', href: '/cms/v2/users/{id}' },
  { rel: 'collection', href: '/cms/v2/users' },
];

export const users: Resource<typeof userFields> = {
  title: 'user',
  namespace: 'cms/v2',
  room: 'users',
  fields: userFields,
  links,
  routes,
};
