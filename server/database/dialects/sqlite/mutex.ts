import { DatabaseBusy } from '../../errors.ts';
import type { Deadline } from './retry-while-busy.ts';

/** A lock that one task at a time can hold. Waiting tasks acquire it in order of arrival. */
export class Mutex {
  readonly #waiting: (() => void)[] = [];
  #isLocked = false;

  /**
   * Waits for the lock. The caller must call `release` afterwards.
   * @throws DatabaseBusy when the deadline passes first
   */
  acquire(deadline: Deadline): Promise<void> {
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
        reject(new DatabaseBusy('Timed out waiting for the write lock.'));
      };
      const timer = setTimeout(onTimeout, Math.max(0, deadline - performance.now()));
      this.#waiting.push(acquired);
    });
  }

  /** Releases the lock; the next waiting task acquires it. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isLocked = false;
    else next();
  }

  /** Runs `work` while holding the lock. */
  async runExclusive<T>(deadline: Deadline, work: () => T | Promise<T>): Promise<T> {
    await this.acquire(deadline);
    try {
      return await work();
    } finally {
      this.release();
    }
  }
}
