// DELETE /cms/v2/users/<user_id>/application-passwords/<uuid>: revokes an application password.
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import type { ApplicationPasswordOperations } from './operations.ts';
import { requireApplicationPassword } from './permissions.ts';
import { deleteApplicationPasswordRow } from './store.ts';

/**
 * Revokes the application password and responds with its previous values. Throws ApiError 404
 * `rest_application_password_not_found` if it does not exist.
 */
export function deleteApplicationPassword({
  database,
  clock,
}: ApplicationPasswordDeps): ApplicationPasswordOperations['delete-application-password'] {
  return {
    async run(call, owner) {
      const previous = await database.transaction(async (tx) => {
        const row = await requireApplicationPassword(tx, call, owner);
        await call.requireMatch();
        await deleteApplicationPasswordRow(tx, row.uuid);
        const auditEvent = { action: 'application-password-revoked', kind: 'application-password' } as const;
        await recordAuditEvent(tx, clock, call, {
          ...auditEvent,
          id: row.uuid,
          name: row.name,
          details: { user: row.user_id },
        });
        return row;
      });
      return { kind: 'deleted', previous, context: 'edit' };
    },
  };
}
