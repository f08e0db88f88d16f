// Declares the dependencies of the comment operations.
import type { Roles } from '../../access/roles.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { Classifier } from './classifier.ts';

export interface CommentDeps extends Pick<EntryDeps, 'contract' | 'database' | 'site' | 'texts'> {
  readonly roles: Roles;
  /** Returns the classifier of comments by callers who are not moderators; undefined if there is none. */
  readonly classifier: () => Classifier | undefined;
}
