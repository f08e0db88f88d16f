// GET /octavo/v1/previews: lists the active previews of an entry.
import type { EntryDeps } from '../entries/deps.ts';
import { previewNow } from '../entries/preview.ts';
import { findPreviewsOf } from '../entries/previews-store.ts';
import type { PreviewOperations } from './operations.ts';

/** Responds with the active previews of the entry, newest first. */
export function listPreviews(deps: EntryDeps): PreviewOperations['list-previews'] {
  return {
    async run(_call, entry) {
      const found = await findPreviewsOf(deps.database.read, [entry.row.id], previewNow(deps));
      return { kind: 'list', rows: found.map((preview) => ({ preview, entry })) };
    },
  };
}
