// DELETE on a user's application passwords: all are revoked.
import type { Operation } from '../../http/room.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import type { Owner } from './permissions.ts';
import { removeApplicationPasswords } from './store.ts';

/** Revokes all of them and answers with how many there were. */
export function deleteApplicationPasswords({ database }: ApplicationPasswordParts): Operation {
  return {
    async run(_call, { user_id }: Owner) {
      const count = await database.transaction((tx) => removeApplicationPasswords(tx, user_id));
      return { kind: 'value', value: { deleted: true, count } };
    },
  };
}
