// Binds the endpoint of the audit log to its operation.
import { type auditFields, auditLogModule } from '../../../contract/octavo-v1/audit-log.ts';
import type { AuditRow } from '../../audit/store.ts';
import type { Database } from '../../database/handle.ts';
import { readStoredObject } from '../../database/stored-json.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { listAuditLog } from './list-audit-log.ts';

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view the audit log.' };

const presenter: Presenter<typeof auditFields, AuditRow, undefined> = {
  prepare: async () => undefined,
  fields: {
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
    details: (row) => readStoredObject(row.details, 'audit_log.details'),
  },
  facts: ({ id }) => ({ id }),
};

/** Returns the module of the audit log. Reading it requires `manage_options` and `list_users`. */
export function auditLogEndpoints(database: Database): Module {
  return implement(auditLogModule, {
    permissions: {
      'list-audit-log': {
        permit: ({ actor }) => (actor.can('manage_options') && actor.can('list_users') ? undefined : forbiddenError),
      },
    },
    operations: { 'list-audit-log': listAuditLog(database) },
    presenter,
  });
}
