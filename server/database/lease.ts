// Implements leases in the database, so that only one process of a site, on any machine, does a piece of work at a time. A lease expires
// after its owner has died.
import type { Database, WriteHandle } from './handle.ts';
import { type Slots, statement } from './statement.ts';

/** Time after which a lease that is not renewed expires, in milliseconds. */
export const leaseMs = 20_000;

/** Interval between two renewals, in milliseconds. */
const renewIntervalMs = 5000;

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
  /**
   * Aborts if another process has acquired the lease: this process could not renew it in time, for example because it was paused. The work must
   * end, because the other process may do it, too.
   */
  readonly lost: AbortSignal;
  /** Renews the lease. Returns false if it is lost. Throws errors of the database. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
  /** Ends the renewal, so that `releaseWithin` can be called. The lease then expires by itself unless it is released. */
  endRenewal(): Promise<void>;
  /** Releases the lease in a transaction, together with the result of the work. The renewal must have ended. */
  releaseWithin(tx: WriteHandle): Promise<void>;
}

/** The reason for which the signal of a lost lease aborts. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The name of the lease that a process owns while it imports an uploaded file. */
export const importLease = 'octavo:import';

/** Returns whether any process owns the lease with this name. */
export const isLeaseHeld = async (database: Database, clock: () => number, name: string): Promise<boolean> =>
  ((await database.read.first(findStatement, { name }))?.due ?? 0) > clock();

/**
 * Acquires the lease with this name and renews it until it is released; `onRenew` is called at each renewal. Returns undefined when another
 * process owns it.
 */
export async function acquireLease(
  database: Database,
  clock: () => number,
  name: string,
  onRenew: () => Promise<unknown> = async () => {},
): Promise<Lease | undefined> {
  let until = clock() + leaseMs;
  const isAcquired = await database.transaction(async (tx) => {
    await tx.run(insertStatement, { name });
    return (await tx.run(acquireStatement, { name, now: clock(), until })).changes > 0;
  });
  if (!isAcquired) return undefined;
  const lost = new AbortController();
  let renewing: Promise<unknown> = Promise.resolve();
  const setExpiry = async (to: number) => {
    const { changes } = await database.transaction((tx) => tx.run(renewStatement, { name, due: until, until: to }));
    if (changes > 0) until = to;
    else lost.abort(new LeaseLost(`The lease ${name} was acquired by another process.`));
  };
  /** Renews the lease after the previous renewal: each one compares the expiry that the previous one has set. */
  const renew = (): Promise<void> => {
    const renewed = renewing.then(() => setExpiry(clock() + leaseMs));
    renewing = renewed.catch(() => {});
    return renewed;
  };
  // Renewals do not wait for it: if it hangs, the lease is still renewed.
  let calling: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // A transaction that locks the database delays the renewal, but then no other process can acquire the lease either.
    void renew().catch(() => {});
    calling = Promise.allSettled([calling, onRenew()]);
  }, renewIntervalMs);
  timer.unref();
  const endRenewal = async () => {
    clearInterval(timer);
    await Promise.all([renewing, calling]);
  };
  return {
    lost: lost.signal,
    renew: async () => {
      await renew();
      return !lost.signal.aborted;
    },
    endRenewal,
    release: async () => {
      await endRenewal();
      await setExpiry(0);
    },
    releaseWithin: async (tx) => {
      await tx.run(renewStatement, { name, due: until, until: 0 });
    },
  };
}
