// DELETE on an item: to the trash, or for good (posts-and-pages.md §13).
import type { Call, Operation } from '../../http/room.ts';
import { type EntryGifts, typeOf } from './gifts.ts';
import { claimEntry } from './permissions.ts';
import { eraseEntry, trashEntry } from './remove-entry.ts';
import type { WholeEntry } from './rows.ts';
import { findEntry } from './store.ts';

/** Moves an entry to the trash and answers with it, or with `force` deletes it and answers with what it was. */
export function deleteEntry(gifts: EntryGifts): Operation {
  return {
    async run(call: Call<{ force?: boolean }>, subject: WholeEntry) {
      const type = typeOf(gifts.contract, call);
      const { actor } = call;
      if (call.args.force) {
        const erase = () =>
          gifts.database.transaction(async (tx) =>
            eraseEntry(tx, type, await claimEntry(tx, type, subject.id, actor, 'delete')),
          );
        return { kind: 'deleted', previous: subject, context: 'edit', erase };
      }
      const row = await gifts.database.transaction(async (tx) => {
        await trashEntry(gifts, tx, type, await claimEntry(tx, type, subject.id, actor, 'delete'), actor.id);
        return findEntry(tx, type.name, subject.id);
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
