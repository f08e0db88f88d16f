import type { Generated } from 'kysely';

/** The last and the next run of each recurring job, and leases (lease.ts). */
export interface JobsTable {
  /** Extension and name of the job: `spamfilter:forget`. */
  name: string;
  /** Time of the next run, in milliseconds since 1970. */
  due: number;
  /** Start and end of the last run, in milliseconds since 1970; 0 if there was none. */
  started: Generated<number>;
  finished: Generated<number>;
  /** Why the last run has failed; empty if it has not. */
  error: Generated<string>;
}
