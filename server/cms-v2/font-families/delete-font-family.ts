// DELETE /cms/v2/font-families/<id>: deletes a font family permanently, with its faces and their files
// (media-fonts-and-oembed.md, B1).
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import { ApiError } from '../../api-error.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { deleteWithAuditEvent } from '../entries/trash-and-delete.ts';
import { deleteFaces } from '../font-faces/remove-faces.ts';
import { findFullFacesOfFamily } from '../font-faces/store.ts';
import type { MediaDeps } from '../media/deps.ts';
import { deleteFiles } from '../media/store-files.ts';
import { lockFonts } from './lock-fonts.ts';
import type { FontFamilyOperations } from './operations.ts';

/** Deletes a family and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without `force`. */
export function deleteFontFamily(deps: MediaDeps): FontFamilyOperations['delete-font-family'] {
  return {
    async run(call, loadedFamily) {
      if (!call.args.force) {
        const message = 'Font families cannot be moved to the trash; send force=true to delete them permanently.';
        throw new ApiError('rest_trash_not_supported', 501, message);
      }
      const deleteStored = async () => {
        const paths = await deps.database.transaction(async (tx) => {
          await lockFonts(tx);
          const family = await lockEntry(tx, fontFamilies, loadedFamily.id, call.actor, 'delete');
          await call.requireMatch();
          const stored = await deleteFaces(tx, deps.writer, await findFullFacesOfFamily(tx, family.id));
          await deleteWithAuditEvent(deps, tx, call, fontFamilies, family);
          return stored;
        });
        // The family is already deleted, so a failure to delete its files is not an error: maintenance deletes them later.
        await deleteFiles(deps, paths).catch(() => undefined);
      };
      return { kind: 'deleted', previous: loadedFamily, context: 'view', deleteStored };
    },
  };
}
