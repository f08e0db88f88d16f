// Runs expensive tasks with limited concurrency, from a bounded queue.

/** The error for a task that does not fit in the queue. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface WorkQueueOptions {
  /** Maximum number of concurrent tasks. */
  readonly concurrency: number;
  /** Maximum number of queued tasks. */
  readonly maxQueued: number;
  /**
   * Returns the pause after a task of rank 0 or more from its duration, both in milliseconds. The pause leaves the CPU to other work;
   * tasks of negative rank do not wait for it. Default: no pause.
   */
  readonly pauseMs?: (durationMs: number) => number;
}

interface QueuedTask {
  readonly rank: number;
  readonly start: () => void;
  readonly reject: (error: QueueFull) => void;
}

/** A queue that runs tasks by rank, lowest first, and within a rank in order of arrival. */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #queue: QueuedTask[] = [];
  #freeSlots: number;
  /** End of the last pause, in milliseconds of `performance.now()`; 0 before the first one. */
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    this.#freeSlots = options.concurrency;
  }

  /**
   * Runs the task as soon as a slot is free. Throws QueueFull if too many tasks of the same or a lower rank are queued, even if those of a
   * lower rank arrive later.
   */
  async run<T>(task: () => Promise<T>, rank = 0): Promise<T> {
    await this.#enqueue(rank);
    const startedAt = performance.now();
    try {
      return await task();
    } finally {
      const now = performance.now();
      const { pauseMs } = this.#options;
      if (pauseMs && rank >= 0) this.#pausedUntil = now + pauseMs(now - startedAt);
      this.#freeSlots += 1;
      this.#startNext();
    }
  }

  #enqueue(rank: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const index = this.#queue.findLastIndex((each) => each.rank <= rank);
    this.#queue.splice(index + 1, 0, { rank, start: resolve, reject });
    this.#startNext();
    if (this.#queue.length > this.#options.maxQueued) this.#queue.pop()?.reject(new QueueFull('the queue is full'));
    return promise;
  }

  #startNext(): void {
    clearTimeout(this.#timer);
    for (const remaining = () => this.#pausedUntil - performance.now(); this.#freeSlots > 0; ) {
      const [next] = this.#queue;
      if (!next) return;
      if (next.rank >= 0 && remaining() > 0) {
        this.#timer = setTimeout(() => this.#startNext(), remaining());
        return;
      }
      this.#queue.shift();
      this.#freeSlots -= 1;
      next.start();
    }
  }
}
