// SQL statements for the entries that comments belong to.
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import { parentColumns, parentFromRow } from '../entries/parent-entry.ts';
import type { EntryForPermissions } from './conditions.ts';

/** The columns of an entry that determine whether it accepts comments. */
export interface EntryToComment extends EntryForPermissions {
  readonly comment_status: string;
  readonly date: string;
  readonly date_gmt: string | null;
}

const selectEntries = (q: Builder) =>
  q
    .selectFrom('entries')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select([
      ...(['entries.id as id', 'entries.type as type', 'entries.author as author'] as const),
      ...(['entries.status as status', 'entries.rights_status as rights_status'] as const),
      ...(['entries.password as password', 'entries.comment_status as comment_status'] as const),
      ...(['entries.date as date', 'entries.date_gmt as date_gmt'] as const),
    ])
    .select(parentColumns);

const findByIdsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  selectEntries(q).where(q.dialect.inList('entries.id', p.ids)),
);

/** Returns the entries with these IDs, of any type, in no particular order. */
export const findEntriesToComment = async (read: ReadHandle, ids: readonly number[]): Promise<EntryToComment[]> =>
  (await read.all(findByIdsStatement, { ids: [...ids] })).map((row) => ({ ...row, above: parentFromRow(row) }));

/** The columns of an entry that determine whether it accepts comments, and who is notified of new comments. */
export interface EntryToNotify extends EntryToComment {
  readonly title: string;
  readonly slug: string;
  readonly path: string;
  /** Contains the entry's ID if its path must not be disclosed, because an ancestor is not public. */
  readonly hiddenPaths: HiddenPaths;
  /** The roles of the author; empty if the user has no roles or does not exist. */
  readonly author_roles: readonly string[];
}

const findWithAuthorStatement = statement((q, p: Slots<{ id: number }>) =>
  selectEntries(q)
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

/** Returns the entry with this ID, of any type, with the roles of its author. */
export async function findEntryToNotify(read: ReadHandle, id: number): Promise<EntryToNotify | undefined> {
  const rows = await read.all(findWithAuthorStatement, { id });
  const [row] = rows;
  if (!row) return undefined;
  const { author_role: _, ...entry } = row;
  const hiddenPaths = await findHiddenPaths(read, [row]);
  const author_roles = rows.flatMap(({ author_role }) => author_role ?? []);
  return { ...entry, above: parentFromRow(row), hiddenPaths, author_roles };
}
