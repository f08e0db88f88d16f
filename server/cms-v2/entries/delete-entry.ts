// Moves entries to the trash or deletes them permanently: DELETE on the item route of a content type (posts-and-pages.md §13).
import type { WriteHandle } from '../../database/handle.ts';
import { type EntryDeps, typeOf } from './deps.ts';
import { lockEntry, requireEntry } from './lock-entry.ts';
import type { EntryOperations, LoadedEntry } from './operations.ts';
import type { WholeEntry } from './rows.ts';
import { deleteWithAuditEvent, trashEntry } from './trash-and-delete.ts';

/** Moves an entry to the trash and responds with it. With `force`, deletes it and responds with its previous values. */
export function deleteEntry(deps: EntryDeps): EntryOperations['delete-entry'] {
  return {
    async run(call, loadedEntry) {
      const type = typeOf(deps.contract, call);
      const lockForDelete = async (tx: WriteHandle) => {
        const entry = await lockEntry(tx, type, loadedEntry.id, call.actor, 'delete');
        await call.requireMatch();
        return entry;
      };
      if (call.args.force) {
        const deleteStored = () =>
          deps.database.transaction(async (tx) => deleteWithAuditEvent(deps, tx, call, type, await lockForDelete(tx)));
        return { kind: 'deleted', previous: requireTexts(loadedEntry), context: 'edit', deleteStored };
      }
      const row = await deps.database.transaction(async (tx) => {
        await trashEntry(deps, tx, type, await lockForDelete(tx), call.actor.id);
        return requireEntry(tx, type, loadedEntry.id);
      });
      // Trashing the front page changes the settings (protocol.md §19, Effects).
      await deps.site.settings.refresh();
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/** Returns the entry that the permission check has loaded, with the texts that the response contains. */
function requireTexts(entry: LoadedEntry): WholeEntry {
  if (!('content' in entry)) throw new Error('an entry to be deleted was loaded without its texts');
  return entry;
}
