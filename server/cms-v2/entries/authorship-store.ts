// SQL statements that find or reassign the content of a user who is deleted (users-and-comments.md §3.5).
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { deleteRevisionRow, updateHistory } from './revisions-store.ts';

// The subquery on the counters limits the types, so that the index by type and author is used.
const reassignEntries = statement((q, p: Slots<{ from: number; to: number }>) =>
  q
    .updateTable('entries')
    .set({ author: p.to })
    .where('author', '=', p.from)
    .where('type', 'in', q.selectFrom('entry_counts as c').select('c.type').where('c.author', '=', p.from)),
);

const reassignRevisions = statement((q, p: Slots<{ from: number; to: number }>) =>
  q.updateTable('revisions').set({ author: p.to }).where('author', '=', p.from),
);

// Selects autosaves of entries for which the new author already has an autosave.
const conflictingAutosaves = statement((q, p: Slots<{ from: number; to: number }>) =>
  q
    .selectFrom('revisions as theirs')
    .innerJoin('revisions as own', 'own.entry_id', 'theirs.entry_id')
    .select(['theirs.id', 'theirs.entry_id'])
    .where('theirs.author', '=', p.from)
    .where('theirs.autosave', '=', 1)
    .where('own.author', '=', p.to)
    .where('own.autosave', '=', 1),
);

const moveCounts = statement((q, p: Slots<{ from: number; to: number }>) =>
  q
    .insertInto('entry_counts')
    .columns(['type', 'status', 'author', 'n'])
    .expression(
      q
        .selectFrom('entry_counts as c')
        .select((eb) => ['c.type', 'c.status', eb.cast<number>(p.to, 'bigint').as('author'), 'c.n'])
        .where('c.author', '=', p.from),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'status', 'author'])
        .doUpdateSet((eb) => ({ n: eb('entry_counts.n', '+', eb.ref('excluded.n')) })),
    ),
);

const deleteCounts = statement((q, p: Slots<{ from: number }>) =>
  q.deleteFrom('entry_counts').where('author', '=', p.from),
);

/**
 * Makes the user `to` the author of all entries, of any type and status, and of all revisions of the user `from`. Adds the counters
 * of `from` to the counters of `to`.
 */
export async function moveAuthorship(tx: WriteHandle, from: number, to: number): Promise<void> {
  await tx.run(reassignEntries, { from, to });
  // If both users have an autosave of an entry, only the autosave of the new author remains.
  for (const conflicting of await tx.all(conflictingAutosaves, { from, to })) {
    await deleteRevisionRow(tx, conflicting.id);
    await updateHistory(tx, conflicting.entry_id, -1);
  }
  await tx.run(reassignRevisions, { from, to });
  await tx.run(moveCounts, { from, to });
  await tx.run(deleteCounts, { from });
}

const nextEntriesOfAuthorStatement = statement(
  (q, p: Slots<{ type: string; author: number; after: number; limit: number }>) =>
    q
      .selectFrom('entries')
      .selectAll()
      .where('type', '=', p.type)
      .where('author', '=', p.author)
      .where('status', '<>', 'trash')
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.limit),
);

/** Returns entries of a type and author that are not in the trash and have an ID greater than `after`, by ascending ID. */
export const findNextEntriesOfAuthor = (read: ReadHandle, type: string, author: number, after: number, limit: number) =>
  read.all(nextEntriesOfAuthorStatement, { type, author, after, limit });
