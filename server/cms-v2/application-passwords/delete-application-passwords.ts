// DELETE /cms/v2/users/<user_id>/application-passwords: revokes all application passwords of a user.
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { ApplicationPasswordDeps } from './deps.ts';
import type { ApplicationPasswordOperations } from './operations.ts';
import { deleteApplicationPasswordRows } from './store.ts';

/** Revokes all application passwords of the user and responds with the number of revoked passwords. */
export function deleteApplicationPasswords({
  database,
  clock,
}: ApplicationPasswordDeps): ApplicationPasswordOperations['delete-application-passwords'] {
  return {
    async run(call, { user_id }) {
      const count = await database.transaction(async (tx) => {
        const deletedCount = await deleteApplicationPasswordRows(tx, user_id);
        const auditEvent = {
          action: 'application-password-revoked',
          kind: 'application-password',
          id: '',
          name: '',
        } as const;
        if (deletedCount > 0)
          await recordAuditEvent(tx, clock, call, { ...auditEvent, details: { user: user_id, count: deletedCount } });
        return deletedCount;
      });
      return { kind: 'value', value: { deleted: true, count } };
    },
  };
}
