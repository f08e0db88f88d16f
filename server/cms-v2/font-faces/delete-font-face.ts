// DELETE on a face: for good, with its files (media-fonts-and-oembed.md, B2).
import { fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { noteErased } from '../entries/remove-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { claimFonts } from '../font-families/claim-fonts.ts';
import { removeFiles } from '../media/keep-files.ts';
import type { MediaParts } from '../media/parts.ts';
import { eraseFaces } from './erase-faces.ts';
import { requireFamilyOf } from './family.ts';

/** Deletes a face; answers with what it was. Throws Refusal 501 `rest_trash_not_supported`, and as `requireFamilyOf`. */
export function deleteFontFace(parts: MediaParts): Operation {
  const { database } = parts;
  return {
    async run(call: Call<{ force?: boolean }>, subject: WholeEntry) {
      await requireFamilyOf(database.read, call as Call, subject);
      if (!call.args.force) {
        const sentence = 'A font face cannot be moved to the trash; send force=true to delete it.';
        throw new Refusal('rest_trash_not_supported', 501, sentence);
      }
      const erase = async () => {
        const paths = await database.transaction(async (tx) => {
          await claimFonts(tx);
          const face = await claimEntry(tx, fontFaces, subject.id, call.actor, 'delete');
          await call.requireMatch();
          const stored = await eraseFaces(tx, [face]);
          await noteErased(parts, tx, call, fontFaces, face);
          return stored;
        });
        // What cannot be removed now the sweeper removes later: the face is gone either way.
        await removeFiles(parts, paths).catch(() => undefined);
      };
      return { kind: 'deleted', previous: subject, context: 'view', erase };
    },
  };
}
