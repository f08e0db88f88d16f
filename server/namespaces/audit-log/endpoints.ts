// Binds the endpoint of the audit log to its operation.
import type { auditFields, auditOperations, auditPermissions } from '../../../contract/octavo-v1/audit-log.ts';
import type { AuditRow } from '../../audit/store.ts';
import type { Database } from '../../database/handle.ts';
import { readStoredObject } from '../../database/stored-json.ts';
import type { FieldMaker, Module, Operation, Permission, Presenter } from '../../http/module.ts';
import { listAuditLog } from './list-audit-log.ts';

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view the audit log.' };

const fields = {
  id: (row) => row.id,
  date_gmt: (row) => row.date_gmt,
  action: (row) => row.action,
  user: (row) => row.actor,
  username: (row) => row.actor_login,
  ip: (row) => row.origin,
  application_password: (row) => row.credential,
  object_type: (row) => row.object_type,
  object_id: (row) => row.object_id,
  object_name: (row) => row.object_name,
  details: (row) => readStoredObject(row.details),
} as const satisfies Record<keyof typeof auditFields, (row: AuditRow) => unknown>;

const presenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ id }: AuditRow) => ({ id }),
};

/** Returns the permission, operation and presenter of the audit log. Reading it requires `manage_options` and `list_users`. */
export function auditLogEndpoints(database: Database): Module {
  const permissions: Record<(typeof auditPermissions)[number], Permission> = {
    'list-audit-log': {
      permit: ({ actor }) => (actor.can('manage_options') && actor.can('list_users') ? undefined : forbiddenError),
    },
  };
  const operations: Record<(typeof auditOperations)[number], Operation> = { 'list-audit-log': listAuditLog(database) };
  return { permissions, operations, presenter };
}
