// DELETE /octavo/v1/previews/<id>: deletes a preview.
import type { Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { PreviewTarget } from './permissions.ts';
import { deletePreviewRow } from './store.ts';

/** Deletes a preview, so that its URL becomes invalid, and responds with its previous values. */
export function deletePreview(deps: EntryDeps): Operation {
  return {
    async run(_call, { preview, row, type }: PreviewTarget) {
      await deps.database.transaction((tx) => deletePreviewRow(tx, preview.id));
      return { kind: 'deleted', previous: { preview, entry: { row, type } }, context: 'view' };
    },
  };
}
