// GET on an item and on oneself.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { UserRow } from './rows.ts';

/** Answers with the user. Throws Refusal 401 `rest_not_logged_in` to who asks for oneself and is nobody. */
export function getUser(): Operation {
  return {
    async run(_call, row: UserRow | undefined) {
      if (!row) throw new Refusal('rest_not_logged_in', 401, 'You are not signed in.');
      return { kind: 'record', row };
    },
  };
}
