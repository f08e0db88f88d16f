// Implements the endpoint of the audit log.
import { type auditFields, auditLogModule } from '../../../contract/octavo-v1/audit-log.ts';
import { type AuditRow, countRecords, listRecords } from '../../audit/store.ts';
import type { Database } from '../../database/handle.ts';
import { readStoredObject } from '../../database/stored-json.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { parseTimestamp } from '../../time/timestamps.ts';

/** Bound that precedes all timestamps in string order. */
const minTimestamp = '';

/** Bound that follows all timestamps in string order. */
const maxTimestamp = '9999-13';

/** Maximum offset of a page, in audit events. Greater integers are not exact. */
const maxOffset = Number.MAX_SAFE_INTEGER;

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
    operations: {
      // GET /octavo/v1/audit-log: lists audit events, newest first.
      /** Responds with a page of the matching audit events; pages after the last one are empty. */
      'list-audit-log': {
        async run({ args }) {
          const { page, per_page: limit } = args;
          const filter = {
            actions: args.action,
            actor: args.user,
            after: args.after === undefined ? minTimestamp : parseTimestamp(args.after, '', 'gmt').gmt,
            before: args.before === undefined ? maxTimestamp : parseTimestamp(args.before, '', 'gmt').gmt,
          };
          const rows = await listRecords(database.read, filter, {
            limit,
            offset: Math.min((page - 1) * limit, maxOffset),
          });
          return {
            kind: 'list',
            rows,
            page: { total: await countRecords(database.read, filter), perPage: limit, page },
          };
        },
      },
    },
    presenter,
  });
}
