// Declares the audit log, an addition to the specification (docs/deviations.md).

import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, ReadOnly, Type, timestamp, viewAndEdit } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** The actions that the audit log records. */
export const auditActions = [
  'signed-in',
  'signed-out',
  'sign-in-failed',
  'user-created',
  'user-deleted',
  'user-roles-changed',
  'user-email-changed',
  'user-password-changed',
  'password-reset-sent',
  'invitation-sent',
  'application-password-created',
  'application-password-used',
  'application-password-revoked',
  'entry-deleted',
  'revision-deleted',
  'term-deleted',
  'comment-deleted',
  'settings-updated',
  'data-erased',
  'data-exported',
  'backup-created',
  'backup-restored',
  'backup-deleted',
  'backup-downloaded',
  'backup-uploaded',
  'import-started',
  'emails-retried',
  'webhook-created',
  'webhook-updated',
  'webhook-deleted',
  'webhook-disabled',
] as const;

export type AuditAction = (typeof auditActions)[number];

const readonlyField = { context: viewAndEdit, readonly: true };

export const auditFields = {
  id: ReadOnly.Integer('The ID of the audit event.', viewAndEdit),
  date_gmt: timestamp({ description: 'The time of the action, in GMT.', ...readonlyField }),
  action: enumOf(auditActions, { description: 'The action.', ...readonlyField }),
  user: ReadOnly.Integer('The ID of the user who performed the action; 0 if the caller was anonymous.', viewAndEdit),
  username: ReadOnly.String('The username at the time of the action.', viewAndEdit),
  ip: ReadOnly.String(
    'The IP address of the client, `command line`, or `extension` and the name of the extension.',
    viewAndEdit,
  ),
  application_password: ReadOnly.String(
    'The UUID of the application password that was used, or an empty string.',
    viewAndEdit,
  ),
  object_type: ReadOnly.String('The type of the object.', viewAndEdit, { isName: true }),
  object_id: ReadOnly.String('The ID of the object, or the name of an extension.', viewAndEdit, { isName: true }),
  object_name: ReadOnly.String('The name of the object at the time of the action.', viewAndEdit),
  details: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'Additional details.',
    properties: { settings: { type: 'array', items: { type: 'string' }, isName: true } },
    additionalProperties: true,
    ...readonlyField,
  }),
};

const listParameters = {
  page: Type.Integer({ description: 'The page number.', default: 1, minimum: 1 }),
  per_page: Type.Integer({ description: 'Maximum number of events per page.', default: 10, minimum: 1, maximum: 100 }),
  action: optional(
    Type.Array(enumOf(auditActions, {}), { description: 'Limits the list to audit events with these actions.' }),
  ),
  user: optional(
    Type.Integer({
      description: 'Limits the list to audit events of the user with this ID; 0 for anonymous callers.',
      minimum: 0,
    }),
  ),
  after: optional(timestamp({ description: 'Limits the list to audit events after this time, in GMT.' })),
  before: optional(timestamp({ description: 'Limits the list to audit events before this time, in GMT.' })),
};

const endpoints = declareEndpoints({
  'list-audit-log': { permission: 'list-audit-log', parameters: listParameters, answers: 'list' },
});

/** The module with the code of this endpoint. */
export const auditLogModule: ModuleDeclaration<typeof endpoints, typeof auditFields> = { name: 'audit-log' };

export const auditLog: Resource<typeof auditFields> = {
  title: 'audit-record',
  namespace: octavoNamespace,
  module: auditLogModule,
  fields: auditFields,
  links: [],
  routes: [{ path: '/octavo/v1/audit-log', parameters: {}, endpoints: [endpoints['list-audit-log']] }],
};
