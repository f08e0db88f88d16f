// Divides long work into short slices, so that other requests are served between them.

/**
 * CPU time that divided work may take in one turn of the event loop, in milliseconds. A cached read, which takes less than 0.1 ms, waits
 * about 0.5 ms for such work.
 */
const maxSliceMs = 1;

/** The clock and the event loop that a `SliceQueue` uses. */
export interface SliceQueueDeps {
  /** Returns the time in milliseconds, with fractions. */
  now(): number;
  /** Calls the function in a later turn of the event loop, after its timers and sockets were served. */
  scheduleTurn(callback: () => void): void;
  /** Calls the function in the same turn, after the promise callbacks that are due and those that they cause. */
  afterPromises(callback: () => void): void;
}

/**
 * A queue of divided work that shares one budget per turn of the event loop, however many requests the work belongs to and however
 * many stages of one request follow each other. Waiting work is resumed in the order in which it began to wait, as long as the budget of the
 * turn lasts.
 */
export class SliceQueue {
  readonly #deps: SliceQueueDeps;
  /** Time at which divided work began in the current turn; undefined if it has not begun. */
  #turnStart: number | undefined;
  /** Callbacks that run in each turn before waiting work is resumed. */
  readonly #listeners = new Set<() => void>();
  /** Continuations of work that waits for its next slice. */
  readonly #waiting: (() => void)[] = [];
  readonly #endTurn = () => this.#resumeWaiting();

  constructor(deps: SliceQueueDeps) {
    this.#deps = deps;
  }

  /** Starts the budget of the current turn unless divided work has already begun in it. */
  begin(): void {
    if (this.#turnStart !== undefined) return;
    this.#turnStart = this.#deps.now();
    this.#deps.scheduleTurn(this.#endTurn);
  }

  /** Resolves in a later turn of the event loop if the budget of this one is spent; returns undefined if it is not. */
  turn(): Promise<void> | undefined {
    this.begin();
    return this.#isBudgetSpent ? this.nextSlice() : undefined;
  }

  /** Resolves in a later turn of the event loop. */
  nextSlice(): Promise<void> {
    this.begin();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  /**
   * Calls a listener in each turn before waiting work is resumed. The listener must not throw. Returns a function that removes it.
   */
  beforeSlices(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get #isBudgetSpent(): boolean {
    return this.#turnStart !== undefined && this.#deps.now() - this.#turnStart >= maxSliceMs;
  }

  /** Ends the current turn, and begins the next one if work is waiting. */
  #resumeWaiting(): void {
    this.#turnStart = undefined;
    if (this.#waiting.length === 0) return;
    for (const listener of this.#listeners) listener();
    this.begin();
    this.#resume(this.#waiting.length);
  }

  /** Resumes waiting continuations, at most `count`, one after the other, until the budget is spent. */
  #resume(count: number): void {
    this.#waiting.shift()?.();
    if (count === 1) return;
    this.#deps.afterPromises(() => {
      if (!this.#isBudgetSpent) this.#resume(count - 1);
    });
  }
}

/** The queue of all divided work of this process. */
const processQueue = new SliceQueue({
  now: () => performance.now(),
  scheduleTurn: (callback) => void setImmediate(callback),
  // Node.js runs callbacks of promises until none is left, and then those of `nextTick`.
  afterPromises: (callback) => queueMicrotask(() => process.nextTick(callback)),
});

/**
 * A yielder of the event loop: `await yielder.turn()` must be called between the steps of long work, and each step must be short.
 *
 * All yielders of a queue share its budget; without an argument, the queue is that of the process.
 */
export class EventLoopYielder {
  readonly #queue: SliceQueue;

  constructor(queue: SliceQueue = processQueue) {
    this.#queue = queue;
    queue.begin();
  }

  /** Resolves in a later turn of the event loop if the budget of this one is spent; returns undefined if it is not. */
  turn(): Promise<void> | undefined {
    return this.#queue.turn();
  }

  /** Resolves in a later turn of the event loop. */
  nextSlice(): Promise<void> {
    return this.#queue.nextSlice();
  }
}

/**
 * Calls a listener in each turn before waiting work of this process is resumed, so that finished responses do not wait for the work.
 * The listener must not throw. Returns a function that removes it.
 */
export function beforeSlices(listener: () => void): () => void {
  return processQueue.beforeSlices(listener);
}
