// What the operations of application passwords are given.
import type { Contract } from '../../../contract/contract.ts';
import type { Database } from '../../database/handle.ts';
import type { Clock } from '../../time/zone.ts';

export interface ApplicationPasswordParts {
  readonly contract: Contract;
  readonly database: Database;
  readonly clock: Clock;
  /** The key of the site's hashes of secrets. */
  readonly key: string;
}
