// Declares the interface of an engine for scans, which are reads that may examine many rows.
import type { CompiledStatement } from './statement.ts';

/** Limits of the queue of scans. A front end is a single client for all of its visitors, so it may queue many. */
export const scanQueueLimits = { maxQueued: 128, maxQueuedPerClient: 64, maxWaitMs: 3000 } as const;

/** Limits of one run of a statement. */
export interface ScanLimits {
  readonly client: string;
  /** A signal that cancels the run once no caller waits for its rows. */
  readonly signal: AbortSignal;
  /** Maximum CPU time of the run, in milliseconds. */
  readonly cpuLimitMs: number;
}

export interface ScanResult {
  readonly rows: readonly unknown[];
  /** CPU time of the run, as far as it is known, in milliseconds. */
  readonly cpuMs: number;
}

/** Gauges of scans, and counters since the database was opened. */
export interface ScanStatistics {
  /** Current number of processes or connections for scans. */
  readonly workers: number;
  readonly running: number;
  readonly queued: number;
  /** Number of processes or connections started so far. */
  readonly started: number;
  /** Number of statements run so far, and of statements rejected because the queue was full or because they waited for too long. */
  readonly total: number;
  readonly rejected: number;
}

/** A component that runs scans separately from other statements. */
export interface ScanRunner {
  /**
   * Resolves with the rows, or with undefined when the statement exceeded its CPU time.
   * @throws DatabaseOverloaded, DatabaseBusy, DatabaseUnavailable, and `limits.signal.reason` if the signal aborts
   */
  run(statement: CompiledStatement, values: readonly unknown[], limits: ScanLimits): Promise<ScanResult | undefined>;
  readonly statistics: ScanStatistics;
  /** Cancels running statements and rejects queued ones. */
  close(): Promise<void>;
}
