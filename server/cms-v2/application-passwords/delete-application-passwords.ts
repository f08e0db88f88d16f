// DELETE on a user's application passwords: all are revoked.
import { noteDeed } from '../../audit/note.ts';
import type { Operation } from '../../http/room.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import type { Owner } from './permissions.ts';
import { removeApplicationPasswords } from './store.ts';

/** Revokes all of them and answers with how many there were. */
export function deleteApplicationPasswords({ database, clock }: ApplicationPasswordParts): Operation {
  return {
    async run(call, { user_id }: Owner) {
      const count = await database.transaction(async (tx) => {
        const removed = await removeApplicationPasswords(tx, user_id);
        const deed = {
          action: 'application-password-revoked',
          kind: 'application-password',
          id: '',
          name: '',
        } as const;
        if (removed > 0) await noteDeed(tx, clock, call, { ...deed, details: { user: user_id, count: removed } });
        return removed;
      });
      return { kind: 'value', value: { deleted: true, count } };
    },
  };
}
