import type { Generated } from 'kysely';

/** Comments, notes and pings. */
export interface CommentsTable {
  id: Generated<number>;
  /** The entry it is about; 0: none. */
  post: number;
  /** The comment it answers, which need not be there; 0: none. */
  parent: number;
  /** The user who wrote it, who need not be there any more; 0: no user. */
  author: number;
  type: string;
  status: string;
  /** The state before the last step to spam or trash; empty: none is remembered (users-and-comments.md §5.4). */
  status_before: string;
  /** The state before its entry went to the trash. */
  status_with_post: string;
  author_name: string;
  author_email: string;
  /** Folded: addresses are compared without case. */
  author_email_key: string;
  author_url: string;
  author_ip: string;
  author_user_agent: string;
  content: string;
  /** What `rendered` shows, and the version of the renderer that made it. */
  content_rendered: string;
  renderer: number;
  /** Site time, `YYYY-MM-DDTHH:MM:SS`. */
  date: string;
  date_gmt: string;
  /** When it came in, in GMT, whatever it is dated. */
  received: string;
  /** What is said of a note: resolved, reopen or nothing. */
  note_status: string;
  /** A hash of what makes another comment on the same entry a repetition (users-and-comments.md §5.3, 18). */
  repeats: string;
}

/** The folded text of comments, for searching: what everybody sees of them, and what moderators see beside it. */
export interface CommentTextTable {
  comment_id: number;
  shown: string;
  guarded: string;
}

/** How many comments there are, per entry, type and state, and the same per parent; `parent` -1: of all parents. */
export interface CommentCountsTable {
  post: number;
  parent: number;
  type: string;
  status: string;
  n: number;
}
