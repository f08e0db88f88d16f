import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { JobTooExpensive, WorkerFailed, WorkersBusy } from '../../../workers/errors.ts';
import { WorkerPool } from '../../../workers/worker-pool.ts';
import {
  DatabaseBusy,
  DatabaseMisuse,
  DatabaseOverloaded,
  DatabaseUnavailable,
  DatabaseUnusable,
} from '../../errors.ts';
import type { ScanLimits, ScanResult, ScanRunner, ScanStatistics } from '../../scan-runner.ts';
import type { CompiledStatement } from '../../statement.ts';
import type { ReaderError, ReaderJob, ReaderResult } from './reader-process.ts';

/** Reader processes at the same time. A client has at most one of them at work. */
const MAX_PROCESSES = 2;
/** Statements that wait. A front end in front of the service is one client for all its visitors, so it may have many. */
const MAX_QUEUED = 128;
const MAX_QUEUED_PER_CLIENT = 64;
/** How long a statement waits for its turn, in milliseconds. */
const MAX_WAIT_MS = 3000;
/** How long a statement may take on the clock, in milliseconds; its limit of CPU time is much shorter. */
const MAX_RUN_MS = 5000;
/** How long a process without work stays, in milliseconds. */
const IDLE_MS = 30_000;
/** Added to the operating system's niceness: requests that need no scan go first where the processor is busy. */
const NICENESS = 10;

/** A process that only runs statements needs little memory and one thread. */
const MEMORY_OPTIONS = ['--max-old-space-size=96', '--max-semi-space-size=2'];
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' };

/** Runs statements in processes of their own, because a statement of SQLite cannot be interrupted from outside. */
export class ReaderPool implements ScanRunner {
  readonly #pool: WorkerPool;
  #generation = 0;

  constructor(file: string) {
    this.#pool = new WorkerPool({
      file: new URL(`./reader-process${extname(import.meta.url)}`, import.meta.url),
      args: [file],
      env: { ...ENVIRONMENT, ...compileCache() },
      execArgv: MEMORY_OPTIONS,
      serialization: 'advanced',
      niceness: NICENESS,
      maxWorkers: MAX_PROCESSES,
      maxQueued: MAX_QUEUED,
      maxQueuedPerClient: MAX_QUEUED_PER_CLIENT,
      maxWaitMs: MAX_WAIT_MS,
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

  /** Lets all processes see the planner's latest statistics, each before its next statement. */
  refreshStatistics(): void {
    this.#generation += 1;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

const classes = { DatabaseBusy, DatabaseMisuse, DatabaseUnavailable, DatabaseUnusable } as const;

/** An error of a reader process as one of this process. */
function toError(error: unknown): Error {
  const { name, message } = error as ReaderError;
  return name in classes ? new classes[name as keyof typeof classes](message) : new Error(message);
}

/** Lets a process start from what Node has compiled before, where the service itself does. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir();
  // Node names the folder of its own version; what it is given is the one around it.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
