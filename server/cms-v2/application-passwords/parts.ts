// What the operations of application passwords are given.
import type { Database } from '../../database/handle.ts';
import type { Clock } from '../../time/zone.ts';

export interface ApplicationPasswordParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The key of the site's hashes of secrets. */
  readonly key: string;
}
