// What the operations of comments are given.
import type { Roles } from '../../access/roles.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { Judge } from './judge.ts';

export interface CommentParts
  extends Pick<
    EntryParts,
    'contract' | 'database' | 'settings' | 'site' | 'clock' | 'totals' | 'guessing' | 'key' | 'texts'
  > {
  readonly roles: Roles;
  /** Asked about comments of those who do not moderate; absent: nobody is. */
  readonly judge?: Judge;
}
