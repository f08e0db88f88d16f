import { WorkersBusy } from './errors.ts';
import { FairQueue } from './fair-queue.ts';
import { InFlightCounter } from './in-flight-counter.ts';

export interface ConcurrencyLimits {
  /** Maximum number of concurrent tasks. */
  readonly maxRunning: number;
  /** Maximum number of concurrent tasks of one client. Default: one less than `maxRunning`. */
  readonly maxRunningPerClient?: number;
  /** Maximum number of queued tasks, in total and per client. Further tasks are rejected with WorkersBusy. */
  readonly maxQueued: number;
  readonly maxQueuedPerClient: number;
  /** Maximum wait of a queued task before it is rejected with WorkersBusy, in milliseconds. Default: unlimited. */
  readonly maxWaitMs?: number;
}

export interface LimiterStatistics {
  /** Current number of running and queued tasks. */
  readonly running: number;
  readonly queued: number;
  /** Number of tasks started so far, and of tasks rejected because they could not be queued or waited for too long. */
  readonly total: number;
  readonly rejected: number;
}

export interface TaskOptions {
  /** Client that the task belongs to. Clients are served in turn. */
  readonly client: string;
  /** A signal that removes the task from the queue when its result is no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

interface QueuedTask {
  /** Starts the task after it has left the queue. */
  readonly start: () => void;
  readonly reject: (error: unknown) => void;
}

/** A limiter of the number of concurrent tasks, which serves waiting clients in turn. */
export class FairLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #maxRunningPerClient: number;
  readonly #queue = new FairQueue<QueuedTask>();
  readonly #runningPerClient = new InFlightCounter();
  #running = 0;
  #total = 0;
  #rejected = 0;
  #closed = false;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
    this.#maxRunningPerClient = limits.maxRunningPerClient ?? Math.max(1, limits.maxRunning - 1);
  }

  get statistics(): LimiterStatistics {
    return { running: this.#running, queued: this.#queue.size, total: this.#total, rejected: this.#rejected };
  }

  /**
   * Runs a task when it is its client's turn, and resolves with its result. A running task must handle the signal itself.
   * @throws WorkersBusy when the queue is full or the task has waited for too long; `signal.reason` if the signal aborts while the task is
   *   queued; and the errors of the task
   */
  run<T>(task: () => Promise<T>, { client, signal }: TaskOptions): Promise<T> {
    const { maxQueued, maxQueuedPerClient, maxWaitMs } = this.#limits;
    if (this.#closed) return Promise.reject(stoppedError());
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#mayStart(client)) return this.#start(client, task);
    if (this.#queue.size >= maxQueued || this.#queue.sizeOf(client) >= maxQueuedPerClient)
      return Promise.reject(this.#busy('The task queue is full.'));
    return new Promise((resolve, reject) => {
      const finish = (end: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        end();
      };
      const queued: QueuedTask = {
        start: () => finish(() => resolve(this.#start(client, task))),
        reject: (error) => finish(() => reject(error)),
      };
      const abort = () => this.#queue.remove(client, queued) && queued.reject(signal?.reason);
      const onTimeout = () =>
        this.#queue.remove(client, queued) && queued.reject(this.#busy('The task timed out in the queue.'));
      const timer = maxWaitMs === undefined ? undefined : setTimeout(onTimeout, maxWaitMs);
      signal?.addEventListener('abort', abort);
      this.#queue.add(client, queued);
    });
  }

  /** Rejects queued tasks and all later ones. */
  close(): void {
    this.#closed = true;
    for (let next = this.#queue.take(() => true); next; next = this.#queue.take(() => true))
      next.reject(stoppedError());
  }

  async #start<T>(client: string, task: () => Promise<T>): Promise<T> {
    this.#running += 1;
    this.#runningPerClient.begin(client);
    this.#total += 1;
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#runningPerClient.end(client);
      this.#startNext();
    }
  }

  #busy(message: string): WorkersBusy {
    this.#rejected += 1;
    return new WorkersBusy(message);
  }

  #mayStart(client: string): boolean {
    return this.#running < this.#limits.maxRunning && this.#runningPerClient.count(client) < this.#maxRunningPerClient;
  }

  #startNext(): void {
    if (this.#running >= this.#limits.maxRunning) return;
    this.#queue.take((client) => this.#mayStart(client))?.start();
  }
}

const stoppedError = () => new WorkersBusy('The workers are stopped.');
