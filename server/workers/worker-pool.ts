import { WorkerFailed, WorkersBusy } from './errors.ts';
import { FairTurns, type TurnLimits, type TurnOptions, type TurnStatistics } from './fair-turns.ts';
import { type JobLimits, Worker, WorkerInterrupted, type WorkerProgram } from './worker.ts';

/** How often a job is run whose process is ended by a stop signal each time it starts: people press Ctrl-C more than once. */
const MAX_ATTEMPTS = 10;

export interface WorkerPoolOptions extends WorkerProgram, JobLimits, Omit<TurnLimits, 'maxRunning'> {
  /** Processes at the same time, and so jobs at the same time. */
  readonly maxWorkers: number;
  /** How long a process without a job stays, in milliseconds. */
  readonly idleMs: number;
  /** Makes an error of what the program's `describeError` sent. Default: WorkerFailed. */
  readonly toError?: (error: unknown) => Error;
}

/** Whose job it is, what ends it, and its own limits. */
export interface JobOptions extends Partial<JobLimits>, TurnOptions {}

/** Figures of jobs, and of processes. */
export interface PoolStatistics extends TurnStatistics {
  /** Processes at this moment. */
  readonly workers: number;
  /** Processes started since the start. */
  readonly started: number;
}

/**
 * Child processes that run what may take long, so that the event loop does not. They start when there is a job and end when
 * there has been none for a while. Waiting clients take turns, so that one with many jobs does not hold up the others.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #turns: FairTurns;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  #started = 0;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#turns = new FairTurns({ ...options, maxRunning: options.maxWorkers });
    process.once('exit', this.#killAll);
  }

  /**
   * Runs a job in one of the processes and resolves with its result.
   * @throws JobTooExpensive where the job passed its CPU limit; WorkersBusy where too many wait or the machine is too busy;
   * WorkerFailed where the process died; the reason of `signal` where it aborts; and what `toError` makes of the job's error
   */
  run(job: unknown, options: JobOptions): Promise<unknown> {
    return unlessAborted(
      this.#turns.run(() => this.#runRepeatable(job, options), options),
      options.signal,
    );
  }

  get statistics(): PoolStatistics {
    return { workers: this.#workers.size, started: this.#started, ...this.#turns.statistics };
  }

  /** Rejects jobs that wait or run, ends all processes and resolves once they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#turns.close();
    process.off('exit', this.#killAll);
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }

  /** A worker in the middle of a job may not notice that its parent is gone. */
  readonly #killAll = (): void => {
    for (const worker of this.#workers) worker.kill();
  };

  /** A job whose process was ended by a signal that was meant for the service is run again, in another process. */
  async #runRepeatable(job: unknown, options: JobOptions): Promise<unknown> {
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
      return await worker.run(job, { ...this.#options, ...options }, options.signal, toError);
    } finally {
      this.#putBack(worker);
    }
  }

  #takeWorker(): Worker {
    if (this.#closed) throw new WorkersBusy('The workers have been stopped.');
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) {
      if (worker.isAlive) return worker;
    }
    const worker = new Worker(this.#options, () => this.#workers.delete(worker));
    this.#workers.add(worker);
    this.#started += 1;
    return worker;
  }

  #putBack(worker: Worker): void {
    if (this.#closed || !worker.isAlive) {
      worker.kill();
    } else {
      worker.rest(this.#options.idleMs);
      this.#idle.push(worker);
    }
  }
}

/** Rejects as soon as the signal aborts: the process, and with it the turn of the client, may take a moment longer. */
async function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
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
