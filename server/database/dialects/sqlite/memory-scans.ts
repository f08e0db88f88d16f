import type { ScanResult, ScanRunner, ScanStatistics } from '../../scan-runner.ts';
import type { ReadSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';

/**
 * A scan runner for an in-memory database. It runs scans in this process, immediately and without limits, because no other process can read
 * the database. In-memory databases never serve untrusted clients.
 */
export class MemoryScans implements ScanRunner {
  #total = 0;
  readonly #session: ReadSession;

  constructor(session: ReadSession) {
    this.#session = session;
  }

  get statistics(): ScanStatistics {
    return { workers: 0, running: 0, queued: 0, started: 0, total: this.#total, rejected: 0 };
  }

  async run(statement: CompiledStatement, values: readonly unknown[]): Promise<ScanResult> {
    this.#total += 1;
    return { rows: await this.#session.all(statement, [...values]), cpuMs: 0 };
  }

  async close(): Promise<void> {}
}
