// What the operations of users are given.

import type { Contract } from '../../../contract/contract.ts';
import type { Roles } from '../../access/roles.ts';
import type { Tries } from '../../access/tries.ts';
import type { Database } from '../../database/handle.ts';
import type { Site } from '../../site.ts';
import type { Clock } from '../../time/zone.ts';
import type { EntryParts } from '../entries/parts.ts';

export interface UserParts {
  readonly contract: Contract;
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly roles: Roles;
  /** What entries are moved to the trash with when their author is deleted. */
  readonly entries: EntryParts;
  /** Counts the letters that tell users of changes. */
  readonly told: Tries;
}
