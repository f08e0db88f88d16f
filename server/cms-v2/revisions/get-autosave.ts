// GET on an autosave, found by its own number (contract/README.md, decision 8).
import { numberIn, type Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { Previewed } from '../entries/preview.ts';
import { shownRevision } from './revised.ts';
import { findRevision } from './store.ts';

/** Answers with an autosave of the entry. Throws Refusal 404 `rest_post_no_autosave`. */
export function getAutosave(parts: EntryParts): Operation {
  return {
    async run(call, entry: Previewed) {
      const row = await findRevision(parts.database.read, numberIn(call.path.id));
      if (row?.autosave !== 1 || row.entry_id !== entry.id)
        throw new Refusal('rest_post_no_autosave', 404, 'The entry has no autosave of this number.');
      return {
        kind: 'record',
        row: shownRevision(entry, row),
        alwaysLinked: true,
        unkept: entry.preview !== undefined,
      };
    },
  };
}
