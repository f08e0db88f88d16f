// GET on the previews of an entry.
import type { Operation } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { previewMoment } from '../entries/preview.ts';
import type { Shown } from './permissions.ts';
import { findPreviewsOf } from './store.ts';

/** Answers with the previews that hold, the newest first. */
export function listPreviews(parts: EntryParts): Operation {
  return {
    async run(_call, shown: Shown) {
      const found = await findPreviewsOf(parts.database.read, [shown.row.id], previewMoment(parts));
      return { kind: 'list', rows: found.map((preview) => ({ preview, shown })) };
    },
  };
}
