// GET /…/<parent>/autosaves/<id>: returns an autosave. Autosaves have IDs of their own (contract/README.md, decision 8).

import { ApiError } from '../../api-error.ts';
import { parseId } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { entryRevision, type RevisionOperations } from './operations.ts';
import { findRevision } from './store.ts';

/** Responds with the autosave. Throws ApiError 404 `rest_post_no_autosave` if the entry has no autosave with this ID. */
export function getAutosave(deps: EntryDeps): RevisionOperations['get-autosave'] {
  return {
    async run(call, entry) {
      const row = await findRevision(deps.database.read, parseId(call.path.id));
      if (row?.autosave !== 1 || row.entry_id !== entry.id)
        throw new ApiError('rest_post_no_autosave', 404, 'No autosave of this entry with this ID.');
      return {
        kind: 'record',
        row: entryRevision(entry, row),
        alwaysLinked: true,
        uncached: entry.preview !== undefined,
      };
    },
  };
}
