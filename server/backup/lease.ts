// Implements a lease in the database, so that only one process of a site, on any machine, creates or restores a backup at a time. The
// lease expires after its owner has died.
import type { Database } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { BackupBusy } from './errors.ts';

/** Time after which a lease that is not renewed expires, in milliseconds. */
export const leaseMs = 20_000;

/** Interval between two renewals, in milliseconds. */
const renewIntervalMs = 5000;

const name = 'octavo:backup';

const insertStatement = statement((q, p: Slots<{ name: string }>) =>
  q
    .insertInto('jobs')
    .values({ name: p.name, due: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing()),
);

const acquireStatement = statement((q, p: Slots<{ name: string; now: number; until: number }>) =>
  q.updateTable('jobs').set({ due: p.until }).where('name', '=', p.name).where('due', '<=', p.now),
);

const findStatement = statement((q, p: Slots<{ name: string }>) =>
  q.selectFrom('jobs').select('due').where('name', '=', p.name),
);

const renewStatement = statement((q, p: Slots<{ name: string; due: number; until: number }>) =>
  q.updateTable('jobs').set({ due: p.until }).where('name', '=', p.name).where('due', '=', p.due),
);

/** An acquired lease. */
export interface Lease {
  release(): Promise<void>;
}

/** Returns whether any process owns the lease. */
export const isLeaseHeld = async (database: Database, clock: () => number): Promise<boolean> =>
  ((await database.read.first(findStatement, { name }))?.due ?? 0) > clock();

/**
 * Acquires the lease and renews it until it is released. `onRenew` is called at each renewal.
 *
 * Throws BackupBusy when another process owns the lease.
 */
export async function acquireLease(
  database: Database,
  clock: () => number,
  onRenew: () => Promise<unknown> = async () => {},
): Promise<Lease> {
  let until = clock() + leaseMs;
  const isAcquired = await database.transaction(async (tx) => {
    await tx.run(insertStatement, { name });
    return (await tx.run(acquireStatement, { name, now: clock(), until })).changes > 0;
  });
  if (!isAcquired) throw new BackupBusy('Another backup is being created or restored; wait until it has finished.');
  const setExpiry = async (to: number) => {
    const { changes } = await database.transaction((tx) => tx.run(renewStatement, { name, due: until, until: to }));
    if (changes > 0) until = to;
  };
  let renewing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // A restore that locks the database delays the renewal, but then no other process can acquire the lease either.
    renewing = Promise.allSettled([onRenew(), setExpiry(clock() + leaseMs)]);
  }, renewIntervalMs);
  timer.unref();
  return {
    release: async () => {
      clearInterval(timer);
      await renewing;
      await setExpiry(0);
    },
  };
}
