// DELETE on a family: for good, with its faces and their files (media-fonts-and-oembed.md, B1).
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { eraseNoted } from '../entries/remove-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { eraseFaces } from '../font-faces/erase-faces.ts';
import { findWholeFaces } from '../font-faces/store.ts';
import { removeFiles } from '../media/keep-files.ts';
import type { MediaParts } from '../media/parts.ts';
import { claimFonts } from './claim-fonts.ts';

/** Deletes a family; answers with what it was. Throws Refusal 501 `rest_trash_not_supported` without `force`. */
export function deleteFontFamily(parts: MediaParts): Operation {
  return {
    async run(call: Call<{ force?: boolean }>, subject: WholeEntry) {
      if (!call.args.force) {
        const sentence = 'A font family cannot be moved to the trash; send force=true to delete it.';
        throw new Refusal('rest_trash_not_supported', 501, sentence);
      }
      const erase = async () => {
        const paths = await parts.database.transaction(async (tx) => {
          await claimFonts(tx);
          const family = await claimEntry(tx, fontFamilies, subject.id, call.actor, 'delete');
          await call.requireMatch();
          const stored = await eraseFaces(tx, await findWholeFaces(tx, family.id));
          await eraseNoted(parts, tx, call, fontFamilies, family);
          return stored;
        });
        // What cannot be removed now the sweeper removes later: the family is gone either way.
        await removeFiles(parts, paths).catch(() => undefined);
      };
      return { kind: 'deleted', previous: subject, context: 'view', erase };
    },
  };
}
