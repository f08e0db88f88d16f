// Declares the dependencies of the comment operations.
import type { Roles } from '../../access/roles.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { Classifier } from './classifier.ts';

export interface CommentDeps
  extends Pick<
    EntryDeps,
    'contract' | 'database' | 'settings' | 'site' | 'clock' | 'totals' | 'loginThrottle' | 'key' | 'texts'
  > {
  readonly roles: Roles;
  /** Classifies comments of callers who are not moderators; undefined if spam classification is disabled. */
  readonly classifier?: Classifier;
}
