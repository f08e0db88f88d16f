// The SQL of the entries that comments are on.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { aboveColumns, aboveOf } from '../entries/above.ts';
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
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select([
      ...(['entries.id as id', 'entries.type as type', 'entries.author as author'] as const),
      ...(['entries.status as status', 'entries.rights_status as rights_status'] as const),
      ...(['entries.password as password', 'entries.comment_status as comment_status'] as const),
      ...(['entries.date as date', 'entries.date_gmt as date_gmt'] as const),
    ])
    .select(aboveColumns)
    .where(q.dialect.inList('entries.id', p.ids)),
);

/** The entries of these numbers, of whatever type. */
export const findEntriesToComment = async (read: ReadHandle, ids: readonly number[]): Promise<EntryToComment[]> =>
  (await read.all(some, { ids: [...ids] })).map((row) => ({ ...row, above: aboveOf(row) }));
