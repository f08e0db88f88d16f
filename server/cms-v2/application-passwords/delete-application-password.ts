// DELETE on an application password: it is revoked.
import { noteDeed } from '../../audit/note.ts';
import type { Operation } from '../../http/room.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import { type Owner, requireApplicationPassword } from './permissions.ts';
import { removeApplicationPassword } from './store.ts';

/** Revokes it and answers with what it was. Throws Refusal 404 `rest_application_password_not_found`. */
export function deleteApplicationPassword({ database, clock }: ApplicationPasswordParts): Operation {
  return {
    async run(call, owner: Owner) {
      const previous = await database.transaction(async (tx) => {
        const row = await requireApplicationPassword(tx, call, owner);
        await call.requireMatch();
        await removeApplicationPassword(tx, row.uuid);
        const deed = { action: 'application-password-revoked', kind: 'application-password' } as const;
        await noteDeed(tx, clock, call, { ...deed, id: row.uuid, name: row.name, details: { user: row.user_id } });
        return row;
      });
      return { kind: 'deleted', previous, context: 'edit' };
    },
  };
}
