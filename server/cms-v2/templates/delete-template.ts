// DELETE on an item (templates-and-styles.md §5): to the trash, or for good. Behind it the theme's file shows again.
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { eraseNoted, trashEntry } from '../entries/remove-entry.ts';
import { requireTemplate } from './find-template.ts';
import { templateOfEntry } from './template.ts';

/**
 * Moves a stored template to the trash and answers with it under its old name, or with `force` deletes it and answers with
 * what it was. Throws Refusal 400 `rest_invalid_template` for a file, 410 `rest_template_already_trashed`.
 */
export function deleteTemplate(parts: EntryParts): Operation {
  const { database, contract } = parts;
  return {
    async run(call: Call<{ force?: boolean }>) {
      const type = typeOf(contract, call);
      const { stored } = await requireTemplate(parts, database.read, type, call.path.id ?? '');
      if (!stored) {
        const sentence = `This ${type.noun.one} is a file of the theme, which cannot be deleted.`;
        throw new Refusal('rest_invalid_template', 400, sentence);
      }
      const claim = async (tx: WriteHandle) => {
        const entry = await claimEntry(tx, type, stored.id, call.actor, 'delete');
        await call.requireMatch();
        return entry;
      };
      if (call.args.force) {
        const erase = () => database.transaction(async (tx) => eraseNoted(parts, tx, call, type, await claim(tx)));
        return { kind: 'deleted', previous: templateOfEntry(stored), context: 'edit', erase };
      }
      await database.transaction(async (tx) => {
        const entry = await claim(tx);
        if (entry.status === 'trash')
          throw new Refusal('rest_template_already_trashed', 410, 'It is in the trash already.');
        await trashEntry(parts, tx, type, entry, call.actor.id);
      });
      // Its old name is no longer the name of a record that has a history.
      const row = { ...templateOfEntry(stored), status: 'trash', record: undefined };
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
