// GET /octavo/v1/previews: lists the active previews of an entry.
import type { Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { previewNow } from '../entries/preview.ts';
import type { EntryWithPage } from './permissions.ts';
import { findPreviewsOf } from './store.ts';

/** Responds with the active previews of the entry, newest first. */
export function listPreviews(deps: EntryDeps): Operation {
  return {
    async run(_call, entry: EntryWithPage) {
      const found = await findPreviewsOf(deps.database.read, [entry.row.id], previewNow(deps));
      return { kind: 'list', rows: found.map((preview) => ({ preview, entry })) };
    },
  };
}
