// Declares application passwords (specification: Application password; users-and-comments.md §4).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, type Parameters, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import {
  editOnly,
  everywhere,
  needed,
  nullableTimestamp,
  ReadOnly,
  strings,
  Type,
  timestamp,
  viewAndEdit,
} from '../grammar/schema.ts';

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
  uuid: ReadOnly.String('The UUID of the password.', everywhere, { format: 'uuid' }),
  app_id: Type.Unsafe<string>({
    description: 'The UUID of the application, assigned by the application itself.',
    context: everywhere,
    type: 'string',
    oneOf: [
      { type: 'string', format: 'uuid' },
      { type: 'string', enum: [''] },
    ],
  }),
  name: needed(
    Type.String({
      description: 'The name of the application.',
      minLength: 1,
      pattern: '.*\\S.*',
      context: everywhere,
    }),
  ),
  password: ReadOnly.String('The password. It is returned only when it is created.', editOnly),
  created: ReadOnly.String('The time at which the password was created, in GMT.', viewAndEdit, { format: 'date-time' }),
  last_used: nullableTimestamp(
    'The time at which the password was last used, in GMT; null if it was never used.',
    viewAndEdit,
    { readonly: true },
  ),
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

const endpoints = declareEndpoints({
  'list-application-passwords': { permission: 'list-application-passwords', parameters: readParameters },
  'create-application-password': {
    permission: 'create-application-passwords',
    parameters: writable(applicationPasswordFields, 'create'),
  },
  'delete-application-passwords': { answers: 'count', permission: 'delete-application-passwords', parameters: {} },
  'introspect-application-password': {
    methods: ['GET'],
    description: 'Returns the application password that authenticates the request.',
    permission: 'introspect-application-password',
    parameters: readParameters,
  },
  'get-application-password': { permission: 'read-application-password', parameters: readParameters },
  'update-application-password': {
    permission: 'edit-application-password',
    parameters: writable(applicationPasswordFields, 'change'),
  },
  'delete-application-password': { permission: 'delete-application-password', parameters: {} },
});
export type ApplicationPasswordEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const applicationPasswordsModule: ModuleDeclaration<
  ApplicationPasswordEndpoints,
  typeof applicationPasswordFields
> = { name: 'application-passwords' };

const routes: Route[] = [
  {
    path: base,
    parameters: user,
    endpoints: [
      endpoints['list-application-passwords'],
      endpoints['create-application-password'],
      endpoints['delete-application-passwords'],
    ],
  },
  {
    path: `${base}/introspect`,
    parameters: user,
    endpoints: [endpoints['introspect-application-password']],
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
      endpoints['get-application-password'],
      endpoints['update-application-password'],
      endpoints['delete-application-password'],
    ],
  },
];

export const applicationPasswords: Resource<typeof applicationPasswordFields> = {
  title: 'application-password',
  namespace: 'cms/v2',
  module: applicationPasswordsModule,
  fields: applicationPasswordFields,
  links: [{ rel: 'self', href: '/cms/v2/users/{user_id}/application-passwords/{uuid}' }],
  routes,
};
