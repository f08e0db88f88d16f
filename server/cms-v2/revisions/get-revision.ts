// GET /…/<parent>/revisions/<id>: returns a revision or an autosave.

import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Call, parseId } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { type EntryRevision, entryRevision, type RevisionOperations } from './operations.ts';
import { findRevision } from './store.ts';

/** Responds with the revision or autosave. Throws the errors of `requireRevision`. */
export function getRevision(deps: EntryDeps): RevisionOperations['get-revision'] {
  const { read } = deps.database;
  return {
    async run(call, entry) {
      const row = await requireRevision(read, call, entry);
      return { kind: 'record', row, alwaysLinked: true, uncached: entry.preview !== undefined };
    },
  };
}

/**
 * Returns the revision or autosave with the ID in the path. Throws ApiError 404 `rest_post_invalid_id` if there is none, and
 * `rest_revision_parent_id_mismatch` if it belongs to another entry (posts-and-pages.md §15).
 */
export async function requireRevision(read: ReadHandle, { path }: Call, entry: WholeEntry): Promise<EntryRevision> {
  const revision = await findRevision(read, parseId(path.id));
  if (!revision) throw new ApiError('rest_post_invalid_id', 404, 'No revision with this ID.');
  if (revision.entry_id !== entry.id)
    throw new ApiError('rest_revision_parent_id_mismatch', 404, 'The revision belongs to another entry.');
  return entryRevision(entry, revision);
}
