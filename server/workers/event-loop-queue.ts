// Prevents low-priority work from delaying other work in the event loop.

/** A queue that resumes waiting callers, one per event loop iteration, so that other ready work runs in between. */
export class EventLoopQueue {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (this.#waiting.length === 1) setImmediate(this.#resumeNext);
    return promise;
  }

  readonly #resumeNext = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#resumeNext);
  };
}
