// Rows of comments as stores give them.
import type { Insertable, Selectable } from 'kysely';
import type { CommentsTable } from '../../database/tables/comments.ts';
import type { FlatAbove } from '../entries/above.ts';
import type { FlatPlace } from '../media/addresses.ts';

/** What is written of a comment. */
export type CommentColumns = Omit<Insertable<CommentsTable>, 'id'>;

/** The entry that a comment is on, as far as rights and addresses go; null throughout where there is none. */
export interface EntryOfComment extends FlatAbove, FlatPlace {
  readonly entry_type: string | null;
  readonly entry_status: string | null;
  readonly entry_rights_status: string | null;
  readonly entry_author: number | null;
  readonly entry_password: string | null;
  readonly entry_path: string | null;
  readonly entry_slug: string | null;
  readonly entry_parent: number | null;
}

/** A comment with all its columns, and what it is on. */
export type CommentRow = Selectable<CommentsTable> & EntryOfComment;

/** The columns of a comment that are written, all but its number. */
export const commentColumns = [
  'post',
  'parent',
  'author',
  'type',
  'status',
  'status_before',
  'status_with_post',
  'author_name',
  'author_email',
  'author_email_key',
  'author_url',
  'author_ip',
  'author_user_agent',
  'content',
  'content_rendered',
  'renderer',
  'date',
  'date_gmt',
  'received',
  'note_status',
  'repeats',
] as const satisfies readonly (keyof CommentColumns)[];
