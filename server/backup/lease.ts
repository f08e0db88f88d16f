// The lease of backups, so that only one process of a site, on any machine, creates or restores a backup at a time.
import type { Database } from '../database/handle.ts';
import { acquireLease as acquireNamedLease, isLeaseHeld as isNamedLeaseHeld, type Lease } from '../database/lease.ts';
import { BackupBusy } from './errors.ts';

export { type Lease, leaseMs } from '../database/lease.ts';

const name = 'octavo:backup';

/** Returns whether any process owns the lease. */
export const isLeaseHeld = (database: Database, clock: () => number): Promise<boolean> =>
  isNamedLeaseHeld(database, clock, name);

/**
 * Acquires the lease and renews it until it is released. `onRenew` is called at each renewal.
 *
 * Throws BackupBusy when another process owns the lease.
 */
export async function acquireLease(
  database: Database,
  clock: () => number,
  onRenew?: () => Promise<unknown>,
): Promise<Lease> {
  const lease = await acquireNamedLease(database, clock, name, onRenew);
  if (!lease) throw new BackupBusy('Another backup is being created or restored; wait until it has finished.');
  return lease;
}
