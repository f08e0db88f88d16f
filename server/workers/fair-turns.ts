import { WorkersBusy } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

export interface TurnLimits {
  /** Tasks at the same time. */
  readonly maxRunning: number;
  /** Tasks of one client at the same time; its others wait. Default: one less than `maxRunning`. */
  readonly maxRunningPerClient?: number;
  /** Tasks that wait, of all clients together and of each. A task beyond that is rejected with WorkersBusy. */
  readonly maxQueued: number;
  readonly maxQueuedPerClient: number;
  /** How long a task waits before it is rejected with WorkersBusy, in milliseconds. Default: as long as it takes. */
  readonly maxWaitMs?: number;
}

export interface TurnStatistics {
  /** Tasks that run and that wait, at this moment. */
  readonly running: number;
  readonly queued: number;
  /** Since the start: tasks that have run or run now, and tasks rejected because too many waited. */
  readonly total: number;
  readonly rejected: number;
}

export interface TurnOptions {
  /** Whose task it is: clients take turns. */
  readonly client: string;
  /** Removes the task from the queue once nobody wants its result. */
  readonly signal?: AbortSignal | undefined;
}

interface QueuedTask {
  /** Starts the task, which no longer waits. */
  readonly start: () => void;
  readonly reject: (error: unknown) => void;
}

/** Limits how many tasks run at the same time, and lets the clients whose tasks wait take turns. */
export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #maxRunningPerClient: number;
  readonly #queue = new FairQueue<QueuedTask>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #total = 0;
  #rejected = 0;
  #closed = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#maxRunningPerClient = limits.maxRunningPerClient ?? Math.max(1, limits.maxRunning - 1);
  }

  get statistics(): TurnStatistics {
    return { running: this.#running, queued: this.#queue.size, total: this.#total, rejected: this.#rejected };
  }

  /**
   * Runs a task when it is its client's turn and resolves with its result. The signal is the task's own concern once it runs.
   * @throws WorkersBusy where too many wait or it has waited for too long; the reason of `signal` where it aborts while the
   * task waits; and what the task throws
   */
  run<T>(task: () => Promise<T>, { client, signal }: TurnOptions): Promise<T> {
    const { maxQueued, maxQueuedPerClient, maxWaitMs } = this.#limits;
    if (this.#closed) return Promise.reject(stopped());
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#mayStart(client)) return this.#start(client, task);
    if (this.#queue.size >= maxQueued || this.#queue.sizeOf(client) >= maxQueuedPerClient)
      return Promise.reject(this.#busy('Too many tasks are waiting.'));
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        end();
      };
      const queued: QueuedTask = {
        start: () => settle(() => resolve(this.#start(client, task))),
        reject: (error) => settle(() => reject(error)),
      };
      const abort = () => this.#queue.remove(client, queued) && queued.reject(signal?.reason);
      const giveUp = () =>
        this.#queue.remove(client, queued) && queued.reject(this.#busy('The task has waited for too long.'));
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      signal?.addEventListener('abort', abort);
      this.#queue.add(client, queued);
    });
  }

  /** Rejects what waits, and all that comes later. */
  close(): void {
    this.#closed = true;
    for (let next = this.#queue.take(() => true); next; next = this.#queue.take(() => true)) next.reject(stopped());
  }

  async #start<T>(client: string, task: () => Promise<T>): Promise<T> {
    this.#count(client, 1);
    this.#total += 1;
    try {
      return await task();
    } finally {
      this.#count(client, -1);
      this.#startNext();
    }
  }

  #busy(message: string): WorkersBusy {
    this.#rejected += 1;
    return new WorkersBusy(message);
  }

  #mayStart(client: string): boolean {
    return this.#running < this.#limits.maxRunning && (this.#runningOf.get(client) ?? 0) < this.#maxRunningPerClient;
  }

  #startNext(): void {
    if (this.#running >= this.#limits.maxRunning) return;
    this.#queue.take((client) => this.#mayStart(client))?.start();
  }

  #count(client: string, change: 1 | -1): void {
    this.#running += change;
    const running = (this.#runningOf.get(client) ?? 0) + change;
    if (running > 0) this.#runningOf.set(client, running);
    else this.#runningOf.delete(client);
  }
}

const stopped = () => new WorkersBusy('The workers have been stopped.');
