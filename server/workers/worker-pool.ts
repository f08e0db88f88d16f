import { WorkerFailed, WorkersBusy } from './errors.ts';
import { type ConcurrencyLimits, FairLimiter, type LimiterStatistics, type TaskOptions } from './fair-limiter.ts';
import { type JobCallbacks, type JobLimits, Worker, WorkerInterrupted, type WorkerProgram } from './worker.ts';

/** Maximum number of attempts of a job whose process is ended by a stop signal while it starts, as when Ctrl-C is pressed repeatedly. */
const MAX_ATTEMPTS = 10;

export interface WorkerPoolOptions extends WorkerProgram, JobLimits, Omit<ConcurrencyLimits, 'maxRunning'> {
  /** Maximum number of processes, and therefore of concurrent jobs. */
  readonly maxWorkers: number;
  /** Time after which an idle process ends, in milliseconds. */
  readonly idleMs: number;
  /** Converts the result of the program's `describeError` into an error. Default: WorkerFailed. */
  readonly toError?: (error: unknown) => Error;
}

/** Client, signal, limits and receiver of the progress of a job. */
export interface JobOptions extends Partial<JobLimits>, TaskOptions, Pick<JobCallbacks, 'onProgress'> {}

/** Statistics of jobs and processes. */
export interface PoolStatistics extends LimiterStatistics {
  /** Current number of processes. */
  readonly workers: number;
  /** Number of processes started so far. */
  readonly started: number;
}

/** Pools that are not closed. Their processes are killed when this process exits. */
const openPools = new Set<WorkerPool>();

// One listener for all pools: a program may embed any number of services.
process.once('exit', () => {
  for (const pool of openPools) pool.killAll();
});

/**
 * A pool of child processes for long work, which must not block the event loop. Processes start on demand and end when idle.
 * Clients are served in turn, so that one with many jobs does not delay the others.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #limiter: FairLimiter;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  #started = 0;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#limiter = new FairLimiter({ ...options, maxRunning: options.maxWorkers });
    openPools.add(this);
  }

  /**
   * Runs a job in one of the processes and resolves with its result.
   * @throws JobTooExpensive when the job exceeded its CPU time; WorkersBusy when the queue is full or the machine is too busy; WorkerFailed
   *   when the process exited; `signal.reason` if the signal aborts; and the errors that `toError` returns
   */
  run(job: unknown, options: JobOptions): Promise<unknown> {
    return rejectOnAbort(
      this.#limiter.run(() => this.#runWithRetries(job, options), options),
      options.signal,
    );
  }

  get statistics(): PoolStatistics {
    return { workers: this.#workers.size, started: this.#started, ...this.#limiter.statistics };
  }

  /** Rejects queued and running jobs, kills all processes and resolves when they have exited. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#limiter.close();
    openPools.delete(this);
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }

  /** Kills all processes: a busy worker may not notice that its parent has exited. */
  killAll(): void {
    for (const worker of this.#workers) worker.kill();
  }

  /** Runs a job, and repeats it in another process when a stop signal for the service has ended its process. */
  async #runWithRetries(job: unknown, options: JobOptions): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#runOnce(job, options);
      } catch (error) {
        if (!(error instanceof WorkerInterrupted) || this.#closed || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #runOnce(job: unknown, options: JobOptions): Promise<unknown> {
    const worker = this.#takeWorker();
    const toError = this.#options.toError ?? ((error) => new WorkerFailed(String(error)));
    try {
      return await worker.run(job, { ...this.#options, ...options }, options, toError);
    } finally {
      this.#releaseWorker(worker);
    }
  }

  #takeWorker(): Worker {
    if (this.#closed) throw new WorkersBusy('The workers are stopped.');
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) {
      if (worker.isAlive) return worker;
    }
    const worker = new Worker(this.#options, () => this.#workers.delete(worker));
    this.#workers.add(worker);
    this.#started += 1;
    return worker;
  }

  #releaseWorker(worker: Worker): void {
    if (this.#closed || !worker.isAlive) {
      worker.kill();
    } else {
      worker.markIdle(this.#options.idleMs);
      this.#idle.push(worker);
    }
  }
}

/** Rejects as soon as the signal aborts; the process, and the slot of the client, may be released a little later. */
async function rejectOnAbort<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return result;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([result, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
