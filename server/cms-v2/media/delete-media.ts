// DELETE on an item: for good, with all its files (media-fonts-and-oembed.md, A8).
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { typeOf } from '../entries/parts.ts';
import { eraseNoted } from '../entries/remove-entry.ts';
import { removeFiles } from './keep-files.ts';
import type { MediaParts } from './parts.ts';
import type { MediaRow } from './rows.ts';
import { findPathsOf, unfeature } from './store.ts';

/** Deletes a file; answers with what it was. Throws Refusal 501 `rest_trash_not_supported` without `force`. */
export function deleteMedia(parts: MediaParts): Operation {
  return {
    async run(call: Call<{ force?: boolean }>, subject: MediaRow) {
      if (!call.args.force)
        throw new Refusal(
          'rest_trash_not_supported',
          501,
          'Files cannot be moved to the trash; send force=true to delete it.',
        );
      const type = typeOf(parts.contract, call);
      const erase = async () => {
        const paths = await parts.database.transaction(async (tx) => {
          const entry = await claimEntry(tx, type, subject.id, call.actor, 'delete');
          await call.requireMatch();
          const stored = await findPathsOf(tx, entry.id);
          await unfeature(tx, entry.id);
          await eraseNoted(parts, tx, call, type, entry);
          return stored;
        });
        // What cannot be removed now the sweeper removes later: the entry is gone either way.
        await removeFiles(parts, paths).catch(() => undefined);
      };
      return { kind: 'deleted', previous: subject, context: 'edit', erase };
    },
  };
}
