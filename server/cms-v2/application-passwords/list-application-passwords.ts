// GET on a user's application passwords.
import type { Operation } from '../../http/room.ts';
import type { ApplicationPasswordParts } from './parts.ts';
import type { Owner } from './permissions.ts';
import { findApplicationPasswords } from './store.ts';

/** Answers with all of them in the order in which they were made, without pages. */
export function listApplicationPasswords({ database }: ApplicationPasswordParts): Operation {
  return {
    async run(_call, { user_id }: Owner) {
      return { kind: 'list', rows: await findApplicationPasswords(database.read, user_id) };
    },
  };
}
