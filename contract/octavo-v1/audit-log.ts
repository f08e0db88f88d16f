// The audit log: who did what, when and from where. An addition of ours (docs/deviations.md).

import { type Args, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { Type, time, viewAndEdit, words } from '../grammar/schema.ts';
import { ownNamespace } from '../namespaces/site-index.ts';

/** The operations of the room `audit-log`; each is a file of that name there. */
export const auditOperations = ['list-audit-log'] as const;

/** The rules that the routes of the room name. */
export const auditPermissions = ['list-audit-log'] as const;

/** Everything that is written down. */
export const auditActions = [
  'signed-in',
  'signed-out',
  'sign-in-failed',
  'user-created',
  'user-deleted',
  'user-roles-changed',
  'user-email-changed',
  'user-password-changed',
  'application-password-created',
  'application-password-used',
  'application-password-revoked',
  'entry-deleted',
  'revision-deleted',
  'term-deleted',
  'comment-deleted',
  'settings-changed',
  'data-erased',
  'backup-made',
  'backup-restored',
  'backup-deleted',
  'webhook-created',
  'webhook-changed',
  'webhook-deleted',
  'webhook-switched-off',
] as const;

export type AuditAction = (typeof auditActions)[number];

const shown = { context: viewAndEdit, readonly: true };

export const auditFields = {
  id: Type.Integer({ description: 'The number of the record.', ...shown }),
  date_gmt: time({ description: 'When it was done, in GMT.', ...shown }),
  action: words(auditActions, { description: 'What was done.', ...shown }),
  user: Type.Integer({ description: 'The number of the user who did it; 0: nobody who was signed in.', ...shown }),
  username: Type.String({ description: 'The login name that the user had then.', ...shown }),
  ip: Type.String({ description: 'The address it was done from, or `command line`.', ...shown }),
  application_password: Type.String({ description: 'The application password that was used, or nothing.', ...shown }),
  object_type: Type.String({ description: 'What kind of thing it was done to.', ...shown, isName: true }),
  object_id: Type.String({ description: 'The ID of the thing, or the name of an extension.', ...shown, isName: true }),
  object_name: Type.String({ description: 'What the thing was called.', ...shown }),
  details: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'What else is to be known of it.',
    properties: { settings: { type: 'array', items: { type: 'string' }, isName: true } },
    additionalProperties: true,
    ...shown,
  }),
};

const listParameters = {
  page: Type.Integer({ description: 'The page of the list.', default: 1, minimum: 1 }),
  per_page: Type.Integer({ description: 'How many records a page has.', default: 10, minimum: 1, maximum: 100 }),
  action: optional(words(auditActions, { description: 'Only this.' })),
  user: optional(Type.Integer({ description: 'Only what the user of this number did; 0: nobody.', minimum: 0 })),
  after: optional(time({ description: 'Only what was done later than this, in GMT.' })),
  before: optional(time({ description: 'Only what was done earlier than this, in GMT.' })),
};

export type AuditListArgs = Args<typeof listParameters>;

export const auditLog: Resource<typeof auditFields> = {
  title: 'audit-record',
  namespace: ownNamespace,
  room: 'audit-log',
  fields: auditFields,
  links: [],
  routes: [
    {
      path: '/octavo/v1/audit-log',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-audit-log',
          permission: 'list-audit-log',
          parameters: listParameters,
          answers: 'list',
        },
      ],
    },
  ],
};
