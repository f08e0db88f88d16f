// The SQL of what a user has written, for when the user goes (users-and-comments.md §3.5).
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { removeRevision, writeHistory } from '../revisions/store.ts';

// The types are looked up in the counters, so that the index by type and author finds the entries.
const entriesTo = statement((q, p: Slots<{ from: number; to: number }>) =>
  q
    .updateTable('entries')
    .set({ author: p.to })
    .where('author', '=', p.from)
    .where('type', 'in', q.selectFrom('entry_counts as c').select('c.type').where('c.author', '=', p.from)),
);

const revisionsTo = statement((q, p: Slots<{ from: number; to: number }>) =>
  q.updateTable('revisions').set({ author: p.to }).where('author', '=', p.from),
);

// Autosaves of entries of which the heir has one too.
const doubledAutosaves = statement((q, p: Slots<{ from: number; to: number }>) =>
  q
    .selectFrom('revisions as theirs')
    .innerJoin('revisions as own', 'own.entry_id', 'theirs.entry_id')
    .select(['theirs.id', 'theirs.entry_id'])
    .where('theirs.author', '=', p.from)
    .where('theirs.autosave', '=', 1)
    .where('own.author', '=', p.to)
    .where('own.autosave', '=', 1),
);

const countsTo = statement((q, p: Slots<{ from: number; to: number }>) =>
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

const forgetCounts = statement((q, p: Slots<{ from: number }>) =>
  q.deleteFrom('entry_counts').where('author', '=', p.from),
);

/** Makes everything that a user has written another's, whatever its type and state, the counters with it. */
export async function moveAuthorship(tx: WriteHandle, from: number, to: number): Promise<void> {
  await tx.run(entriesTo, { from, to });
  // An heir keeps what they have saved themselves.
  for (const doubled of await tx.all(doubledAutosaves, { from, to })) {
    await removeRevision(tx, doubled.id);
    await writeHistory(tx, doubled.entry_id, -1);
  }
  await tx.run(revisionsTo, { from, to });
  await tx.run(countsTo, { from, to });
  await tx.run(forgetCounts, { from });
}

const next = statement((q, p: Slots<{ type: string; author: number; after: number; limit: number }>) =>
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

/** The next entries of a type and author that are not in the trash, after the one of a number. */
export const findNextOfAuthor = (read: ReadHandle, type: string, author: number, after: number, limit: number) =>
  read.all(next, { type, author, after, limit });
