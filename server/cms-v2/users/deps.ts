// Dependencies of the user operations.

import type { Contract } from '../../../contract/contract.ts';
import type { RateLimiter } from '../../access/rate-limiter.ts';
import type { Roles } from '../../access/roles.ts';
import type { Database } from '../../database/handle.ts';
import type { Site } from '../../site.ts';
import type { Clock } from '../../time/zone.ts';
import type { EntryDeps } from '../entries/deps.ts';

export interface UserDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly roles: Roles;
  /** Dependencies for moving entries to the trash when their author is deleted. */
  readonly entries: EntryDeps;
  /** Rate limit for emails that notify users of changes to their account. */
  readonly notificationLimiter: RateLimiter;
}
