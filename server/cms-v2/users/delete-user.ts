// DELETE on an item or on oneself (users-and-comments.md §3.5).
import { noteDeed } from '../../audit/note.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { trashEntry } from '../entries/remove-entry.ts';
import { findNextOfAuthor, moveAuthorship } from './authorship-store.ts';
import type { UserParts } from './parts.ts';
import { requireUser } from './permissions.ts';
import { findRoles } from './roles-store.ts';
import { isLastAdministrator } from './roles-wish.ts';
import type { UserRow } from './rows.ts';
import { seenTypes } from './rules.ts';
import { removeUser, userExists } from './store.ts';

/** `reassign` is the number of the heir; false: nobody. */
type DeleteArgs = { readonly force: boolean; readonly reassign: number | false };

/** Deletes a user for good, and gives what it has written to an heir or to the trash; answers with what it was. */
export function deleteUser(parts: UserParts): Operation {
  return {
    async run(call: Call<DeleteArgs>, subject: UserRow) {
      const { force, reassign: heir } = call.args;
      if (!force)
        throw new Refusal(
          'rest_trash_not_supported',
          501,
          'Users cannot be moved to the trash; send force=true to delete.',
        );
      const previous = await parts.database.transaction(async (tx) => {
        await tx.lock('users');
        const user = await requireUser(tx, call, subject.id, seenTypes(parts.contract, call.actor));
        await call.requireMatch();
        const roles = (await findRoles(tx, [user.id])).get(user.id) ?? [];
        if (heir !== false) await requireHeir(tx, heir, user.id);
        await requireDispensable(tx, roles, user.id);
        if (heir === false) await trashEntries(parts, tx, user.id, call.actor.id);
        else await moveAuthorship(tx, user.id, heir);
        await removeUser(tx, user.id, heir === false ? undefined : heir);
        const deed = { action: 'user-deleted', kind: 'user', id: user.id, name: user.login } as const;
        await noteDeed(tx, parts.clock, call, { ...deed, details: { roles, reassigned_to: heir || 0 } });
        return { ...user, roles };
      });
      return { kind: 'deleted', previous, context: 'edit' };
    },
  };
}

async function requireHeir(read: ReadHandle, heir: number, user: number): Promise<void> {
  if (heir === user || !(await userExists(read, heir))) {
    throw new Refusal('rest_user_invalid_reassign', 400, 'What the user has written can go to another user only.');
  }
}

async function requireDispensable(read: ReadHandle, roles: readonly string[], user: number): Promise<void> {
  if (await isLastAdministrator(read, roles, user)) {
    throw new Refusal(
      'rest_user_cannot_delete',
      403,
      'The last administrator cannot be deleted; make somebody else administrator first.',
    );
  }
}

/** How many entries are looked at together. */
const batch = 100;

/** Moves to the trash what a user has written, of all types that name an author. */
async function trashEntries(
  { contract, entries }: UserParts,
  tx: WriteHandle,
  author: number,
  editor: number,
): Promise<void> {
  for (const type of contract.types.values()) {
    if (!type.supports.includes('author')) continue;
    let rows = await findNextOfAuthor(tx, type.name, author, 0, batch);
    for (let last = rows.at(-1); last; last = rows.at(-1)) {
      for (const entry of rows) await trashEntry(entries, tx, type, entry, editor);
      rows = await findNextOfAuthor(tx, type.name, author, last.id, batch);
    }
  }
}
