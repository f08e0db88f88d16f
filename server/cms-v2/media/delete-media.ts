// DELETE /cms/v2/media/<id>: deletes a media item permanently, with all its files (media-fonts-and-oembed.md, A8).

import { ApiError } from '../../api-error.ts';
import { typeOf } from '../entries/deps.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { deleteWithAuditEvent } from '../entries/trash-and-delete.ts';
import type { MediaDeps } from './deps.ts';
import type { MediaOperations } from './operations.ts';
import { clearFeaturedMedia, findPathsOf } from './store.ts';
import { deleteFiles } from './store-files.ts';

/** Deletes a media item and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without `force`. */
export function deleteMedia(deps: MediaDeps): MediaOperations['delete-media'] {
  return {
    async run(call, loadedMedia) {
      if (!call.args.force)
        throw new ApiError(
          'rest_trash_not_supported',
          501,
          'Files cannot be moved to the trash; send force=true to delete them permanently.',
        );
      const type = typeOf(deps.entries.contract, call);
      const deleteStored = async () => {
        const paths = await deps.entries.database.transaction(async (tx) => {
          const entry = await lockEntry(tx, type, loadedMedia.id, call.actor, 'delete');
          await call.requireMatch();
          const stored = await findPathsOf(tx, entry.id);
          await clearFeaturedMedia(tx, entry.id);
          await deleteWithAuditEvent(deps.entries, tx, call, type, entry);
          return stored;
        });
        // The item is already deleted, so a failure to delete its files is not an error: maintenance deletes them later.
        await deleteFiles(deps, paths).catch(() => undefined);
      };
      return { kind: 'deleted', previous: loadedMedia, context: 'edit', deleteStored };
    },
  };
}
