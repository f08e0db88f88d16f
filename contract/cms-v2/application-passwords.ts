// Application passwords (specification: Application password; users-and-comments.md §4).
import { contextParameter, type Parameters, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import { editOnly, everywhere, Type, texts, time, viewAndEdit } from '../grammar/schema.ts';

/** The operations of the room `application-passwords`; each is a file of that name there. */
export const applicationPasswordOperations = [
  'list-application-passwords',
  'create-application-password',
  'delete-application-passwords',
  'get-application-password',
  'update-application-password',
  'delete-application-password',
  'introspect-application-password',
] as const;

/** The rules that the routes of application passwords name. */
export const applicationPasswordPermissions = [
  'list-application-passwords',
  'create-application-passwords',
  'delete-application-passwords',
  'read-application-password',
  'edit-application-password',
  'delete-application-password',
  'introspect-application-password',
] as const;

/**
 * Limits that a password may be made with; additions of ours, shown of those that have them. The index and OPTIONS tell what
 * clients know and nothing else (docs/deviations.md).
 */
function limitFields() {
  const chosen = { context: viewAndEdit, createOnly: true, unlisted: true, sometimes: true };
  return {
    expires: time({
      description: 'From when on it cannot be used any more, in GMT; without it, it always can.',
      clean: 'future',
      ...chosen,
    }),
    read_only: Type.Boolean({ description: 'Whether it may only read.', ...chosen }),
    namespaces: texts({
      description: 'The namespaces it may be used in; without them in all.',
      clean: 'served-namespaces',
      isName: true,
      ...chosen,
    }),
  };
}

export const applicationPasswordFields = {
  uuid: Type.String({ description: 'Its identifier.', format: 'uuid', context: everywhere, readonly: true }),
  app_id: Type.Unsafe<string>({
    description: 'An identifier the application gives itself.',
    context: everywhere,
    type: 'string',
    oneOf: [
      { type: 'string', format: 'uuid' },
      { type: 'string', enum: [''] },
    ],
  }),
  name: Type.String({
    description: 'What the application is called.',
    minLength: 1,
    pattern: '.*\\S.*',
    context: everywhere,
    needed: true,
  }),
  password: Type.String({
    description: 'The password; told once, when it is made.',
    context: editOnly,
    readonly: true,
  }),
  created: Type.String({
    description: 'When it was made, in GMT.',
    format: 'date-time',
    context: viewAndEdit,
    readonly: true,
  }),
  last_used: Type.Unsafe<string | null>({
    description: 'When it was last used, in GMT.',
    type: ['string', 'null'],
    format: 'date-time',
    context: viewAndEdit,
    readonly: true,
  }),
  last_ip: Type.Unsafe<string | null>({
    description: 'From where it was last used.',
    type: ['string', 'null'],
    format: 'ip',
    context: viewAndEdit,
    readonly: true,
  }),
  ...limitFields(),
};

const base = '/cms/v2/users/<user_id>/application-passwords';
const user: Parameters = {
  user_id: Type.Optional(
    Type.String({ description: 'The number of the user, or `me`.', unlisted: true, segment: '(?:[\\d]+|me)' }),
  ),
};
const reading = { context: contextParameter };

const routes: Route[] = [
  {
    path: base,
    parameters: user,
    endpoints: [
      {
        methods: ['GET'],
        operation: 'list-application-passwords',
        permission: 'list-application-passwords',
        parameters: reading,
      },
      {
        methods: ['POST'],
        operation: 'create-application-password',
        permission: 'create-application-passwords',
        parameters: writable(applicationPasswordFields, 'create'),
      },
      {
        methods: ['DELETE'],
        operation: 'delete-application-passwords',
        answers: 'count',
        permission: 'delete-application-passwords',
        parameters: {},
      },
    ],
  },
  {
    path: `${base}/introspect`,
    parameters: user,
    endpoints: [
      {
        methods: ['GET'],
        operation: 'introspect-application-password',
        description: 'Returns the application password that the request was sent with.',
        permission: 'introspect-application-password',
        parameters: reading,
      },
    ],
  },
  {
    path: `${base}/<uuid>`,
    parameters: {
      ...user,
      uuid: Type.Optional(Type.String({ description: 'Its identifier.', unlisted: true, segment: '[\\w\\-]+' })),
    },
    endpoints: [
      {
        methods: ['GET'],
        operation: 'get-application-password',
        permission: 'read-application-password',
        parameters: reading,
      },
      {
        methods: ['POST', 'PUT', 'PATCH'],
        operation: 'update-application-password',
        permission: 'edit-application-password',
        parameters: writable(applicationPasswordFields, 'change'),
      },
      {
        methods: ['DELETE'],
        operation: 'delete-application-password',
        permission: 'delete-application-password',
        parameters: {},
      },
    ],
  },
];

export const applicationPasswords: Resource<typeof applicationPasswordFields> = {
  title: 'application-password',
  namespace: 'cms/v2',
  room: 'application-passwords',
  fields: applicationPasswordFields,
  links: [{ rel: 'self', href: '/cms/v2/users/{user_id}/application-passwords/{uuid}' }],
  routes,
};
