// Declares the dependencies of the application password operations.
import type { Contract } from '../../../contract/contract.ts';
import type { Database } from '../../database/handle.ts';
import type { Clock } from '../../time/zone.ts';

export interface ApplicationPasswordDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly clock: Clock;
  /** The secret key of the site's keyed hashes. */
  readonly key: string;
}
