// Declares application passwords (specification: Application password; users-and-comments.md §4).
import { contextParameter, type Parameters, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import { editOnly, everywhere, strings, Type, timestamp, viewAndEdit } from '../grammar/schema.ts';

/**
 * Operations of the module `application-passwords`. Each is implemented in a file with its name, such as
 * `list-application-passwords.ts`.
 */
export const applicationPasswordOperations = [
  'list-application-passwords',
  'create-application-password',
  'delete-application-passwords',
  'get-application-password',
  'update-application-password',
  'delete-application-password',
  'introspect-application-password',
] as const;

/** Permissions that the routes of application passwords require. */
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
 * Returns the fields for the limits of a password. They are an addition to the specification. Responses contain only the limits that are
 * set. The index and OPTIONS do not list the fields, because existing clients do not know them (docs/deviations.md).
 */
function limitFields() {
  const limitNotes = { context: viewAndEdit, createOnly: true, unlisted: true, sometimes: true };
  return {
    expires: timestamp({
      description: 'The expiry time, in GMT; without it, the password never expires.',
      clean: 'future',
      ...limitNotes,
    }),
    read_only: Type.Boolean({ description: 'Whether the password is read-only.', ...limitNotes }),
    namespaces: strings({
      description: 'The namespaces to which the password is limited; without them, it is valid for all.',
      clean: 'served-namespaces',
      isName: true,
      ...limitNotes,
    }),
  };
}

export const applicationPasswordFields = {
  uuid: Type.String({ description: 'The UUID of the password.', format: 'uuid', context: everywhere, readonly: true }),
  app_id: Type.Unsafe<string>({
    description: 'The UUID of the application, assigned by the application itself.',
    context: everywhere,
    type: 'string',
    oneOf: [
      { type: 'string', format: 'uuid' },
      { type: 'string', enum: [''] },
    ],
  }),
  name: Type.String({
    description: 'The name of the application.',
    minLength: 1,
    pattern: '.*\\S.*',
    context: everywhere,
    needed: true,
  }),
  password: Type.String({
    description: 'The password. It is returned only when it is created.',
    context: editOnly,
    readonly: true,
  }),
  created: Type.String({
    description: 'The time at which the password was created, in GMT.',
    format: 'date-time',
    context: viewAndEdit,
    readonly: true,
  }),
  last_used: Type.Unsafe<string | null>({
    description: 'The time at which the password was last used, in GMT; null if it was never used.',
    type: ['string', 'null'],
    format: 'date-time',
    context: viewAndEdit,
    readonly: true,
  }),
  last_ip: Type.Unsafe<string | null>({
    description: 'The IP address from which the password was last used; null if it was never used.',
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
    Type.String({ description: 'The ID of the user, or `me`.', unlisted: true, segment: '(?:[\\d]+|me)' }),
  ),
};
const readParameters = { context: contextParameter };

const routes: Route[] = [
  {
    path: base,
    parameters: user,
    endpoints: [
      {
        methods: ['GET'],
        operation: 'list-application-passwords',
        permission: 'list-application-passwords',
        parameters: readParameters,
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
        description: 'Returns the application password that authenticates the request.',
        permission: 'introspect-application-password',
        parameters: readParameters,
      },
    ],
  },
  {
    path: `${base}/<uuid>`,
    parameters: {
      ...user,
      uuid: Type.Optional(
        Type.String({ description: 'The UUID of the password.', unlisted: true, segment: '[\\w\\-]+' }),
      ),
    },
    endpoints: [
      {
        methods: ['GET'],
        operation: 'get-application-password',
        permission: 'read-application-password',
        parameters: readParameters,
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
  module: 'application-passwords',
  fields: applicationPasswordFields,
  links: [{ rel: 'self', href: '/cms/v2/users/{user_id}/application-passwords/{uuid}' }],
  routes,
};
