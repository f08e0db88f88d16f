// Declares the row types of comments.
import type { Insertable, Selectable } from 'kysely';
import { plainColumns } from '../../../contract/columns.ts';
import { columnNames } from '../../../contract/grammar/column.ts';
import type { CommentsTable } from '../../database/tables/comments.ts';
import type { ParentColumns } from '../entries/parent-entry.ts';
import type { JoinedParent } from '../media/urls.ts';

/** The writable columns of a comment: all but its ID. */
export type CommentColumns = Omit<Insertable<CommentsTable>, 'id'>;

/** The columns of a comment's entry on which permissions and URLs depend; all null if there is no entry. */
export interface EntryOfComment extends ParentColumns, JoinedParent {
  readonly entry_type: string | null;
  readonly entry_status: string | null;
  readonly entry_rights_status: string | null;
  readonly entry_author: number | null;
  readonly entry_password: string | null;
  readonly entry_path: string | null;
  readonly entry_slug: string | null;
  readonly entry_date: string | null;
  readonly entry_parent: number | null;
}

/** A comment with all its columns, some columns of its entry, and the profile image of its author. */
export type CommentRow = Selectable<CommentsTable> &
  EntryOfComment & {
    /** URL of the profile image, relative to that of the uploads; null if the author is no user or has none. */
    readonly image_path: string | null;
  };

/** Names of the writable columns. */
export const commentColumns = [
  'author',
  'type',
  'status',
  'status_before',
  'status_with_post',
  'author_name',
  'author_email',
  'author_email_key',
  'author_url',
  'author_user_agent',
  'content',
  'content_rendered',
  'renderer',
  'date',
  'date_gmt',
  'received',
  'note_status',
  'repeats',
  ...columnNames(plainColumns.comments),
] as const satisfies readonly (keyof CommentColumns)[];
