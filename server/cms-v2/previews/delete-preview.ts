// DELETE /octavo/v1/previews/<id>: deletes a preview.
import type { EntryDeps } from '../entries/deps.ts';
import { deletePreviewRow } from '../entries/previews-store.ts';
import type { PreviewOperations } from './operations.ts';

/** Deletes a preview, so that its URL becomes invalid, and responds with its previous values. */
export function deletePreview(deps: EntryDeps): PreviewOperations['delete-preview'] {
  return {
    async run(_call, previous) {
      await deps.database.transaction((tx) => deletePreviewRow(tx, previous.preview.id));
      return { kind: 'deleted', previous, context: 'view' };
    },
  };
}
