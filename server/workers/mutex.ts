/** A lock that one task at a time can hold. Waiting tasks acquire it in order of arrival. */
export class Mutex {
  readonly #waiting: (() => void)[] = [];
  readonly #createTimeoutError: () => Error;
  #isLocked = false;

  /** `createTimeoutError` creates the error for a task that has waited until its deadline. */
  constructor(createTimeoutError: () => Error = () => new Error('Timed out waiting for a lock.')) {
    this.#createTimeoutError = createTimeoutError;
  }

  /**
   * Runs `work` while holding the lock, and returns its result. `deadline` is a time in milliseconds of `performance.now()`. Throws the
   * timeout error, without running `work`, if the lock cannot be acquired before.
   */
  async runExclusive<T>(work: () => T | Promise<T>, deadline = Number.POSITIVE_INFINITY): Promise<T> {
    await this.#acquire(deadline);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** Whether a task holds the lock. */
  get isLocked(): boolean {
    return this.#isLocked;
  }

  /** Whether a task is waiting. The first one acquires the lock as soon as the current task ends. */
  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  #acquire(deadline: number): Promise<void> {
    if (!this.#isLocked) {
      this.#isLocked = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const acquired = () => {
        clearTimeout(timer);
        resolve();
      };
      const onTimeout = () => {
        this.#waiting.splice(this.#waiting.indexOf(acquired), 1);
        reject(this.#createTimeoutError());
      };
      // A timer cannot wait forever.
      const timer =
        deadline === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(onTimeout, Math.max(0, deadline - performance.now()));
      this.#waiting.push(acquired);
    });
  }

  /** Releases the lock; the next waiting task acquires it. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isLocked = false;
    else next();
  }
}
