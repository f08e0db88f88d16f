// Declares the dependencies of the application password operations.
import type { Contract } from '../../../contract/contract.ts';
import type { Database } from '../../database/handle.ts';
import type { Clock } from '../../time/zone.ts';

export interface ApplicationPasswordDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly clock: Clock;
  /** The site's secret key for keyed hashes. */
  readonly key: string;
}
