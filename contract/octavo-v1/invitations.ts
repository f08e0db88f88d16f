// Declares invitations: accounts without a password, whose users choose one with a link that they receive by email. They are an addition to
// the specification (docs/deviations.md).
import { userFields } from '../cms-v2/users.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

const timestampField = (description: string) => ReadOnly.String(description, everywhere, { format: 'date-time' });

export const invitationFields = {
  id: ReadOnly.Integer('The ID of the invited user.', everywhere),
  username: ReadOnly.String('The username of the invited user.', everywhere),
  name: ReadOnly.String('The display name of the invited user.', everywhere),
  email: ReadOnly.String('The address to which the latest email was sent.', everywhere, { format: 'email' }),
  inviter: ReadOnly.Integer('The ID of the user who sent the latest email.', everywhere),
  inviter_name: ReadOnly.String(
    'The display name of the user who sent the latest email; empty if this user was deleted.',
    everywhere,
  ),
  created: timestampField('The time at which the user was invited, in GMT.'),
  sent: timestampField('The time at which the latest email was queued, in GMT.'),
  expires: timestampField('The time at which the link expires, in GMT.'),
  expired: ReadOnly.Boolean(
    'Whether the link can no longer be used, because it has expired or the email address of the user was changed.',
    everywhere,
  ),
};

const { username, email, name, first_name, last_name, roles, locale } = writable(userFields, 'create');

const endpoints = declareEndpoints({
  'list-invitations': {
    permission: 'list-invitations',
    parameters: {
      page: Type.Integer({ description: 'The page number.', default: 1, minimum: 1 }),
      per_page: Type.Integer({
        description: 'Maximum number of invitations per page.',
        default: 10,
        minimum: 1,
        maximum: 100,
      }),
    },
  },
  'create-invitation': {
    permission: 'create-invitation',
    parameters: { username, email, name, first_name, last_name, roles, locale },
    refuses: [429],
  },
  'get-invitation': { permission: 'read-invitation', parameters: {} },
  'delete-invitation': {
    description: 'Withdraws an invitation: deletes the account, which nobody has used.',
    permission: 'delete-invitation',
    parameters: {},
  },
  'send-invitation': {
    methods: ['POST'],
    description: 'Sends an invitation again, with a new link. Links in earlier emails become invalid.',
    permission: 'send-invitation',
    parameters: {},
    changes: 'parent',
    refuses: [429],
  },
});
export type InvitationEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const invitationsModule: ModuleDeclaration<InvitationEndpoints, typeof invitationFields> = {
  name: 'invitations',
};

const id = { id: optional(Type.Integer({ description: 'The ID of the invited user.' })) };

export const invitations: Resource<typeof invitationFields> = {
  title: 'invitation',
  namespace: octavoNamespace,
  module: invitationsModule,
  fields: invitationFields,
  links: [{ rel: 'self', href: '/octavo/v1/invitations/{id}' }],
  routes: [
    {
      path: '/octavo/v1/invitations',
      parameters: {},
      endpoints: [endpoints['list-invitations'], endpoints['create-invitation']],
    },
    {
      path: '/octavo/v1/invitations/<id>',
      parameters: id,
      endpoints: [endpoints['get-invitation'], endpoints['delete-invitation']],
    },
    { path: '/octavo/v1/invitations/<id>/send', parameters: id, endpoints: [endpoints['send-invitation']] },
  ],
};
