// DELETE /cms/v2/font-families/<font_family_id>/font-faces/<id>: deletes a font face permanently, with its files
// (media-fonts-and-oembed.md, B2).
import { fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import { ApiError } from '../../api-error.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { recordEntryDeleted } from '../entries/trash-and-delete.ts';
import { lockFonts } from '../font-families/lock-fonts.ts';
import type { MediaDeps } from '../media/deps.ts';
import { deleteFiles } from '../media/store-files.ts';
import { requireFamilyOf } from './family.ts';
import type { FontFaceOperations } from './operations.ts';
import { deleteFaces } from './remove-faces.ts';

/**
 * Deletes a face and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without `force`, and the
 * errors of `requireFamilyOf`.
 */
export function deleteFontFace(deps: MediaDeps): FontFaceOperations['delete-font-face'] {
  const { database } = deps;
  return {
    async run(call, loadedFace) {
      await requireFamilyOf(database.read, call, loadedFace);
      if (!call.args.force) {
        const message = 'Font faces cannot be moved to the trash; send force=true to delete them permanently.';
        throw new ApiError('rest_trash_not_supported', 501, message);
      }
      const deleteStored = async () => {
        const paths = await database.transaction(async (tx) => {
          await lockFonts(tx);
          const face = await lockEntry(tx, fontFaces, loadedFace.id, call.actor, 'delete');
          await call.requireMatch();
          const stored = await deleteFaces(tx, deps.writer, [face]);
          await recordEntryDeleted(deps, tx, call, fontFaces, face);
          return stored;
        });
        // The face is already deleted, so a failure to delete its files is not an error: maintenance deletes them later.
        await deleteFiles(deps, paths).catch(() => undefined);
      };
      return { kind: 'deleted', previous: loadedFace, context: 'view', deleteStored };
    },
  };
}
