// DELETE on a revision, for good (contract/README.md, decision 4).
import { noteDeed } from '../../audit/note.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { requireRevision } from './get-revision.ts';
import type { Revised } from './revised.ts';
import { removeRevision, writeHistory } from './store.ts';

/** Deletes a revision or an autosave; answers with what it was. Throws Refusal 501 `rest_trash_not_supported`. */
export function deleteRevision(parts: EntryParts, { deletedIn }: Revised): Operation {
  return {
    async run(call: Call<{ force: boolean }>, entry: WholeEntry) {
      const { database, contract } = parts;
      await requireRevision(database.read, call, entry);
      if (!call.args.force) {
        const sentence = 'Revisions cannot be moved to the trash; send force=true to delete.';
        throw new Refusal('rest_trash_not_supported', 501, sentence);
      }
      const previous = await database.transaction(async (tx) => {
        const claimed = await claimEntry(tx, typeOf(contract, call), entry.id, call.actor, 'delete');
        const shown = await requireRevision(tx, call, claimed);
        await call.requireMatch();
        await removeRevision(tx, shown.id);
        await writeHistory(tx, entry.id, -1);
        const deed = { action: 'revision-deleted', kind: claimed.type, id: shown.id, name: claimed.title } as const;
        await noteDeed(tx, parts.clock, call, { ...deed, details: { entry: entry.id } });
        return shown;
      });
      return { kind: 'deleted', previous, context: deletedIn };
    },
  };
}
