// Declares the dependencies of the comment operations, their targets, and the rows that they return.
import type { CommentEndpoints } from '../../../contract/cms-v2/comments.ts';
import type { Roles } from '../../access/roles.ts';
import type { Operations } from '../../http/implement.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { Classifier } from './classifier.ts';
import type { EntryToComment } from './entries-store.ts';
import type { CommentRow } from './rows.ts';

export interface CommentDeps extends Pick<EntryDeps, 'contract' | 'database' | 'site' | 'texts'> {
  readonly roles: Roles;
  /** Returns the classifier of comments by callers who are not moderators; undefined if there is none. */
  readonly classifier: () => Classifier | undefined;
}

/** The targets of the permissions. */
export type CommentTargets = {
  /** The existing entries to which the list is limited. */
  'list-comments': readonly EntryToComment[];
  'read-comment': CommentRow;
  /** The entry to comment on; empty if it does not exist. */
  'create-comment': readonly EntryToComment[];
  'edit-comment': CommentRow;
  'delete-comment': CommentRow;
};

/** The operations, keyed by their names in the contract. */
export type CommentOperations = Operations<CommentEndpoints, CommentTargets, CommentRow>;
