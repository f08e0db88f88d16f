// What an engine offers for statements that may scan.
import type { CompiledStatement } from './statement.ts';

/** Limits of one run of a statement. */
export interface ScanLimits {
  readonly client: string;
  /** Ends the run once nobody wants its rows. */
  readonly signal: AbortSignal;
  /** In milliseconds. */
  readonly cpuLimitMs: number;
}

export interface ScanResult {
  readonly rows: readonly unknown[];
  /** The CPU time it took, as far as that can be known; in milliseconds. */
  readonly cpuMs: number;
}

/** Figures of statements that may scan: of this moment, and since the start. */
export interface ScanStatistics {
  /** Processes or connections that are there for them at this moment. */
  readonly workers: number;
  readonly running: number;
  readonly queued: number;
  /** Processes or connections started since the start. */
  readonly started: number;
  /** Statements run since the start, and statements rejected because too many waited. */
  readonly total: number;
  readonly rejected: number;
}

/** Runs statements that may scan, away from those that do not. */
export interface ScanRunner {
  /**
   * Resolves with the rows. Returns undefined where it passed its limit of CPU time.
   * @throws DatabaseOverloaded, DatabaseBusy, DatabaseUnavailable, and the reason of the signal where that aborts
   */
  run(statement: CompiledStatement, values: readonly unknown[], limits: ScanLimits): Promise<ScanResult | undefined>;
  readonly statistics: ScanStatistics;
  /** Ends what runs and rejects what waits. */
  close(): Promise<void>;
}
