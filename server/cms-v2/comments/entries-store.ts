// The SQL of the entries that comments are on.
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';
import { aboveColumns, aboveOf } from '../entries/above.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import type { CommentedEntry } from './rules.ts';

/** An entry as far as it decides on comments. */
export interface EntryToComment extends CommentedEntry {
  readonly comment_status: string;
  readonly date: string;
  readonly date_gmt: string | null;
}

const entries = (q: Builder) =>
  q
    .selectFrom('entries')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select([
      ...(['entries.id as id', 'entries.type as type', 'entries.author as author'] as const),
      ...(['entries.status as status', 'entries.rights_status as rights_status'] as const),
      ...(['entries.password as password', 'entries.comment_status as comment_status'] as const),
      ...(['entries.date as date', 'entries.date_gmt as date_gmt'] as const),
    ])
    .select(aboveColumns);

const some = statement((q, p: Slots<{ ids: number[] }>) => entries(q).where(q.dialect.inList('entries.id', p.ids)));

/** The entries of these numbers, of whatever type. */
export const findEntriesToComment = async (read: ReadHandle, ids: readonly number[]): Promise<EntryToComment[]> =>
  (await read.all(some, { ids: [...ids] })).map((row) => ({ ...row, above: aboveOf(row) }));

/** An entry as far as it decides on comments, and on who is told of them. */
export interface EntryToTellOf extends EntryToComment {
  readonly title: string;
  readonly slug: string;
  readonly path: string;
  /** The entry's ID where its path must not be shown. */
  readonly hiddenPaths: HiddenPaths;
  /** The roles of its author; none where there is no such user. */
  readonly author_roles: readonly string[];
}

const withAuthor = statement((q, p: Slots<{ id: number }>) =>
  entries(q)
    .leftJoin('user_roles', 'user_roles.user_id', 'entries.author')
    .select([
      'entries.title as title',
      'entries.slug as slug',
      'entries.path as path',
      'entries.parent as parent',
      'user_roles.role as author_role',
    ])
    .where('entries.id', '=', p.id),
);

/** The entry of a number, of whatever type, with the roles of its author. */
export async function findEntryToTellOf(read: ReadHandle, id: number): Promise<EntryToTellOf | undefined> {
  const rows = await read.all(withAuthor, { id });
  const [row] = rows;
  if (!row) return undefined;
  const { author_role: _, ...entry } = row;
  const hiddenPaths = await findHiddenPaths(read, [row]);
  const author_roles = rows.flatMap(({ author_role }) => author_role ?? []);
  return { ...entry, above: aboveOf(row), hiddenPaths, author_roles };
}
