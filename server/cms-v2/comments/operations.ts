// Declares the types of the comment operations: the targets that they receive, and the rows that they return.
import type { CommentEndpoints } from '../../../contract/cms-v2/comments.ts';
import type { Operations } from '../../http/implement.ts';
import type { EntryToComment } from './entries-store.ts';
import type { CommentRow } from './rows.ts';

/** The targets of the permissions. */
export type CommentTargets = {
  /** The existing entries to which the list is limited. */
  'list-comments': readonly EntryToComment[];
  'read-comment': CommentRow;
  /** The entry to comment on. */
  'create-comment': EntryToComment | undefined;
  'edit-comment': CommentRow;
  'delete-comment': CommentRow;
};

/** The operations, keyed by their names in the contract. */
export type CommentOperations = Operations<CommentEndpoints, CommentTargets, CommentRow>;
