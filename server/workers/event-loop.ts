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
}

/**
 * A queue of divided work that shares one budget per turn of the event loop, however many requests the work belongs to and however
 * many stages of one request follow each other. Waiting work is resumed in the order in which it began to wait, one slice per turn.
 */
export class SliceQueue {
  readonly #deps: SliceQueueDeps;
  /** Time at which divided work began in the current turn; undefined if it has not begun. */
  #turnStart: number | undefined;
  /** Callbacks that run before each slice that resumes waiting work. */
  readonly #listeners = new Set<() => void>();
  /** Continuations of work that waits for its next slice. */
  readonly #waiting: (() => void)[] = [];
  readonly #endTurn = () => this.#resumeNext();

  constructor(deps: SliceQueueDeps) {
    this.#deps = deps;
  }

  /** Starts the budget of the current turn unless divided work has already begun in it. */
  begin(): void {
    if (this.#turnStart === undefined) this.#beginTurn();
  }

  /** Resolves in a later turn of the event loop if the budget of this one is spent; returns undefined if it is not. */
  turn(): Promise<void> | undefined {
    const turnStart = this.#turnStart ?? this.#beginTurn();
    return this.#deps.now() - turnStart < maxSliceMs ? undefined : this.nextSlice();
  }

  /** Resolves in a later turn of the event loop. */
  nextSlice(): Promise<void> {
    this.begin();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  /**
   * Calls a listener before each slice that resumes waiting work. The listener must not throw. Returns a function that removes it.
   */
  beforeSlices(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #beginTurn(): number {
    const turnStart = this.#deps.now();
    this.#turnStart = turnStart;
    this.#deps.scheduleTurn(this.#endTurn);
    return turnStart;
  }

  /** Ends the current turn and begins the next one, in which one waiting continuation is resumed. */
  #resumeNext(): void {
    this.#turnStart = undefined;
    const resume = this.#waiting.shift();
    if (!resume) return;
    for (const listener of this.#listeners) listener();
    this.#beginTurn();
    resume();
  }
}

/** The queue of all divided work of this process. */
const processQueue = new SliceQueue({
  now: () => performance.now(),
  scheduleTurn: (callback) => void setImmediate(callback),
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
 * Calls a listener before each slice that resumes waiting work of this process, so that finished responses do not wait for the slice.
 * The listener must not throw. Returns a function that removes it.
 */
export function beforeSlices(listener: () => void): () => void {
  return processQueue.beforeSlices(listener);
}
