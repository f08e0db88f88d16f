// Moves the entries of deleted users to the trash, or assigns them to another user (users-and-comments.md §3.5).
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { ContentOfUsers } from '../users/deps.ts';
import { findNextEntriesOfAuthor, moveAuthorship } from './authorship-store.ts';
import type { EntryDeps } from './deps.ts';
import { trashEntry } from './trash-and-delete.ts';

/** Returns the functions for the content of users that are deleted. */
export const contentOfUsers = (deps: EntryDeps): ContentOfUsers => ({
  trash: (tx, user, editor) => trashEntries(deps, tx, user, editor),
  reassign: moveAuthorship,
});

/** Number of entries that are loaded and moved to the trash at a time. */
const batchSize = 100;

/** Moves the entries of a user to the trash, except for entries of types without authors. Auto-drafts are deleted. */
async function trashEntries(deps: EntryDeps, tx: WriteHandle, author: number, editor: number): Promise<void> {
  for (const type of deps.contract.types.values()) {
    if (!type.supports.includes('author')) continue;
    let rows = await findNextEntriesOfAuthor(tx, type.name, author, 0, batchSize);
    for (let last = rows.at(-1); last; last = rows.at(-1)) {
      for (const entry of rows) {
        if (entry.status === autoDraftStatus) await deps.writer.delete(tx, type, entry);
        else await trashEntry(deps, tx, type, entry, editor);
      }
      rows = await findNextEntriesOfAuthor(tx, type.name, author, last.id, batchSize);
    }
  }
}
