import { WorkerFailed, WorkersBusy } from './errors.ts';
import { FairQueue } from './fair-queue.ts';
import { type JobLimits, Worker, WorkerInterrupted, type WorkerProgram } from './worker.ts';

/** How often a job is run whose process is ended by a stop signal each time it starts: people press Ctrl-C more than once. */
const MAX_ATTEMPTS = 10;

export interface WorkerPoolOptions extends WorkerProgram, JobLimits {
  /** Processes at the same time. */
  readonly maxWorkers: number;
  /** Jobs of one client at the same time; the others of that client wait. Default: one less than `maxWorkers`. */
  readonly maxRunningPerClient?: number;
  /** Jobs that wait, of all clients together and of each. A job beyond that is rejected with WorkersBusy. */
  readonly maxQueued: number;
  readonly maxQueuedPerClient: number;
  /** How long a process without a job stays, in milliseconds. */
  readonly idleMs: number;
  /** Makes an error of what the program's `describeError` sent. Default: WorkerFailed. */
  readonly toError?: (error: unknown) => Error;
}

export interface JobOptions extends Partial<JobLimits> {
  /** Whose job it is: clients take turns. */
  readonly client: string;
  /** Ends the job once nobody wants its result. */
  readonly signal?: AbortSignal | undefined;
}

interface QueuedJob {
  readonly job: unknown;
  readonly options: JobOptions;
  /** Called once the job no longer waits. */
  readonly onStart: () => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Child processes that run what may take long, so that the event loop does not. They start when there is a job and end when
 * there has been none for a while. Waiting clients take turns, so that one with many jobs does not hold up the others.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #maxRunningPerClient: number;
  readonly #queue = new FairQueue<QueuedJob>();
  readonly #running = new Map<string, number>();
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  #active = 0;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#maxRunningPerClient = options.maxRunningPerClient ?? Math.max(1, options.maxWorkers - 1);
    process.once('exit', this.#killAll);
  }

  /**
   * Runs a job in one of the processes and resolves with its result.
   * @throws JobTooExpensive where the job passed its CPU limit; WorkersBusy where too many wait or the machine is too busy;
   * WorkerFailed where the process died; the reason of `signal` where it aborts; and what `toError` makes of the job's error
   */
  run(job: unknown, options: JobOptions): Promise<unknown> {
    const { client, signal } = options;
    const { maxQueued, maxQueuedPerClient } = this.#options;
    if (this.#closed) return Promise.reject(new WorkersBusy('The workers have been stopped.'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (!this.#mayStart(client) && (this.#queue.size >= maxQueued || this.#queue.sizeOf(client) >= maxQueuedPerClient))
      return Promise.reject(new WorkersBusy('Too many jobs are waiting.'));
    return new Promise((resolve, reject) => {
      const leaveQueue = () => this.#queue.remove(client, queued) && reject(signal?.reason);
      const onStart = () => signal?.removeEventListener('abort', leaveQueue);
      const queued: QueuedJob = { job, options, onStart, resolve, reject };
      signal?.addEventListener('abort', leaveQueue);
      this.#queue.add(client, queued);
      this.#startNext();
    });
  }

  /** Figures of this moment. */
  get statistics(): { readonly workers: number; readonly running: number; readonly queued: number } {
    return { workers: this.#workers.size, running: this.#active, queued: this.#queue.size };
  }

  /** Ends all processes; jobs that wait or run are rejected. */
  close(): void {
    this.#closed = true;
    for (let next = this.#queue.take(() => true); next; next = this.#queue.take(() => true)) {
      next.onStart();
      next.reject(new WorkersBusy('The workers have been stopped.'));
    }
    this.#killAll();
    process.off('exit', this.#killAll);
  }

  /** A worker in the middle of a job may not notice that its parent is gone. */
  readonly #killAll = (): void => {
    for (const worker of this.#workers) worker.kill();
  };

  #mayStart(client: string): boolean {
    return this.#active < this.#options.maxWorkers && (this.#running.get(client) ?? 0) < this.#maxRunningPerClient;
  }

  #startNext(): void {
    if (this.#active >= this.#options.maxWorkers) return;
    const next = this.#queue.take((client) => this.#mayStart(client));
    if (next === undefined) return;
    next.onStart();
    const { client } = next.options;
    this.#count(client, 1);
    this.#runRepeatable(next)
      .then(next.resolve, next.reject)
      .finally(() => {
        this.#count(client, -1);
        this.#startNext();
      });
  }

  #count(client: string, change: 1 | -1): void {
    this.#active += change;
    const running = (this.#running.get(client) ?? 0) + change;
    if (running > 0) this.#running.set(client, running);
    else this.#running.delete(client);
  }

  /** A job whose process was ended by a signal that was meant for the service is run again, in another process. */
  async #runRepeatable(queued: QueuedJob): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#runOnce(queued);
      } catch (error) {
        if (!(error instanceof WorkerInterrupted) || this.#closed || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #runOnce({ job, options }: QueuedJob): Promise<unknown> {
    const worker = this.#takeWorker();
    const toError = this.#options.toError ?? ((error) => new WorkerFailed(String(error)));
    try {
      return await worker.run(job, { ...this.#options, ...options }, options.signal, toError);
    } finally {
      this.#putBack(worker);
    }
  }

  #takeWorker(): Worker {
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) {
      if (worker.isAlive) return worker;
    }
    const worker = new Worker(this.#options, () => this.#workers.delete(worker));
    this.#workers.add(worker);
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
