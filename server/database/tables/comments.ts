import type { Generated } from 'kysely';
import type { PlainColumns } from '../../../contract/columns.ts';
import type { StoredColumns } from '../../../contract/grammar/column.ts';

/** Comments, notes and pings. */
export interface CommentsTable extends StoredColumns<PlainColumns<'comments'>> {
  id: Generated<number>;
  /** ID of the user who wrote the comment, who may no longer exist; 0 for none. */
  author: number;
  type: string;
  status: string;
  /** Status before the last change to spam or trash; empty if none is recorded (users-and-comments.md §5.4). */
  status_before: string;
  /** Status before the entry was moved to the trash. */
  status_with_post: string;
  author_name: string;
  author_email: string;
  /** Case-folded email address: addresses are compared case-insensitively. */
  author_email_key: string;
  author_url: string;
  author_user_agent: string;
  content: string;
  /** HTML for `content.rendered`, and the version of the renderer that produced it. */
  content_rendered: string;
  renderer: number;
  /** Site time, `YYYY-MM-DDTHH:MM:SS`. */
  date: string;
  date_gmt: string;
  /** Time of creation in GMT. Unlike `date`, it cannot be submitted. */
  received: string;
  /** Status of a note: `resolved`, `reopen` or empty. */
  note_status: string;
  /** Hash for the detection of duplicates on the same entry (users-and-comments.md §5.3, 18). */
  repeats: string;
}

/** Case-folded texts of comments for search: the public part, and the part that only moderators may read. */
export interface CommentTextTable {
  comment_id: number;
  shown: string;
  guarded: string;
}

/** Number of comments per entry, type and status, and per parent; `parent` -1 counts all parents. */
export interface CommentCountsTable {
  post: number;
  parent: number;
  type: string;
  status: string;
  n: number;
}
