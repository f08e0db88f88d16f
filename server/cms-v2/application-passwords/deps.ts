// Dependencies of the application password operations.
import type { Contract } from '../../../contract/contract.ts';
import type { Database } from '../../database/handle.ts';
import type { Clock } from '../../time/zone.ts';

export interface ApplicationPasswordDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly clock: Clock;
  /** The key for hashing the site's secrets. */
  readonly key: string;
}
