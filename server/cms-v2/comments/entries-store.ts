// The SQL of the entries that comments are on.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { CommentedEntry } from './rules.ts';

/** An entry as far as it decides on comments. */
export interface EntryToComment extends CommentedEntry {
  readonly comment_status: string;
  readonly date: string;
  readonly date_gmt: string | null;
}

const some = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'type', 'author', 'status', 'rights_status', 'password', 'comment_status', 'date', 'date_gmt'])
    .where(q.dialect.inList('id', p.ids)),
);

/** The entries of these numbers, of whatever type. */
export const findEntriesToComment = (read: ReadHandle, ids: readonly number[]): Promise<EntryToComment[]> =>
  read.all(some, { ids: [...ids] });
