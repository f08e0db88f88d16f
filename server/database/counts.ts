import type { Statistics } from './handle.ts';

/** Counters that `Database.statistics()` returns. */
export type Counts = { -readonly [K in keyof Omit<Statistics, 'scans' | 'replicas'>]: Statistics[K] };

/** Returns counters that are zero. */
export function newCounts(): Counts {
  return { statements: 0, transactions: 0, rollbacks: 0, syncs: 0, checkpoints: 0 };
}
