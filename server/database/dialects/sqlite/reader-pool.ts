import { extname } from 'node:path';
import { JobTooExpensive, WorkerFailed, WorkersBusy } from '../../../workers/errors.ts';
import { WorkerPool } from '../../../workers/worker-pool.ts';
import {
  DatabaseBusy,
  DatabaseMisuse,
  DatabaseOverloaded,
  DatabaseUnavailable,
  DatabaseUnusable,
} from '../../errors.ts';
import {
  type ScanLimits,
  type ScanResult,
  type ScanRunner,
  type ScanStatistics,
  scanQueueLimits,
} from '../../scan-runner.ts';
import type { CompiledStatement } from '../../statement.ts';
import type { ReaderError, ReaderJob, ReaderResult } from './reader-process.ts';

/** Maximum number of reader processes. One client occupies all but one of them at most. */
const MAX_PROCESSES = 2;
/** Maximum wall-clock time of a statement, in milliseconds; its limit of CPU time is much lower. */
const MAX_RUN_MS = 5000;
/** Time after which an idle process ends, in milliseconds. */
const IDLE_MS = 30_000;
/** Niceness of the processes: requests without scans have priority when the processor is busy. */
const NICENESS = 10;

/** Options and environment of the processes, which only run statements and need little memory and one thread. */
const MEMORY_OPTIONS = ['--max-old-space-size=96', '--max-semi-space-size=2'];
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' };

/** A scan runner that uses child processes, because a statement of SQLite cannot be interrupted from outside. */
export class ReaderPool implements ScanRunner {
  readonly #pool: WorkerPool;
  #generation = 0;

  constructor(file: string) {
    this.#pool = new WorkerPool({
      file: new URL(`./reader-process${extname(import.meta.url)}`, import.meta.url),
      args: [file],
      env: ENVIRONMENT,
      execArgv: MEMORY_OPTIONS,
      serialization: 'advanced',
      niceness: NICENESS,
      maxWorkers: MAX_PROCESSES,
      ...scanQueueLimits,
      idleMs: IDLE_MS,
      cpuLimitMs: Number.POSITIVE_INFINITY,
      wallLimitMs: MAX_RUN_MS,
      toError,
    });
  }

  get statistics(): ScanStatistics {
    return this.#pool.statistics;
  }

  async run(
    statement: CompiledStatement,
    values: readonly unknown[],
    { client, signal, cpuLimitMs }: ScanLimits,
  ): Promise<ScanResult | undefined> {
    const job: ReaderJob = { sql: statement.sql, values, generation: this.#generation };
    try {
      return (await this.#pool.run(job, { client, signal, cpuLimitMs })) as ReaderResult;
    } catch (error) {
      if (error instanceof JobTooExpensive) return undefined;
      if (error instanceof WorkersBusy) throw new DatabaseOverloaded(error.message, { cause: error });
      if (error instanceof WorkerFailed)
        throw new DatabaseUnavailable('A reader process has failed.', { cause: error });
      throw error;
    }
  }

  /** Makes every process load the latest planner statistics before its next statement. */
  refreshStatistics(): void {
    this.#generation += 1;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

const errorClasses = { DatabaseBusy, DatabaseMisuse, DatabaseUnavailable, DatabaseUnusable } as const;

/** Converts the error that a reader process reports into an error of this process. */
function toError(error: unknown): Error {
  const { name, message } = error as ReaderError;
  return name in errorClasses ? new errorClasses[name as keyof typeof errorClasses](message) : new Error(message);
}
