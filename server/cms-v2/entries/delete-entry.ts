// DELETE on an item: to the trash, or for good (posts-and-pages.md §13).
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { claimEntry } from './claim-entry.ts';
import { type EntryParts, typeOf } from './parts.ts';
import { eraseNoted, trashEntry } from './remove-entry.ts';
import type { WholeEntry } from './rows.ts';
import { findEntry } from './store.ts';

/** Moves an entry to the trash and answers with it, or with `force` deletes it and answers with what it was. */
export function deleteEntry(parts: EntryParts): Operation {
  return {
    async run(call: Call<{ force?: boolean }>, subject: WholeEntry) {
      const type = typeOf(parts.contract, call);
      const claim = async (tx: WriteHandle) => {
        const entry = await claimEntry(tx, type, subject.id, call.actor, 'delete');
        await call.requireMatch();
        return entry;
      };
      if (call.args.force) {
        const erase = () =>
          parts.database.transaction(async (tx) => eraseNoted(parts, tx, call, type, await claim(tx)));
        return { kind: 'deleted', previous: subject, context: 'edit', erase };
      }
      const row = await parts.database.transaction(async (tx) => {
        await trashEntry(parts, tx, type, await claim(tx), call.actor.id);
        return findEntry(tx, type.name, subject.id);
      });
      // The front page that goes is the front page no more (protocol.md §19, Effects).
      await parts.settings.refresh();
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
