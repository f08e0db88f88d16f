// SQL statements for the numbers of entries of users.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { EntryCountsTable } from '../../database/tables/entries.ts';

/** The number of entries of an author with a type and a status, which is at least 1. */
export type EntryCountRow = EntryCountsTable;

const byAuthors = statement((q, p: Slots<{ authors: number[] }>) =>
  q
    .selectFrom('entry_counts')
    .select(['author', 'type', 'status', 'n'])
    .where(q.dialect.inList('author', p.authors))
    .where('n', '>', 0)
    .orderBy('author')
    .orderBy('type')
    .orderBy('status'),
);

/** Returns the numbers of entries of authors by type and status, in this order. */
export const findEntryCounts = (read: ReadHandle, authors: readonly number[]): Promise<EntryCountRow[]> =>
  read.all(byAuthors, { authors: [...authors] });
