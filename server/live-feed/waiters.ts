// Lets streams wait for the polls that they share.

/** Streams that wait until a poll has found something for them. */
export class Waiters<T> {
  readonly #waiting = new Map<(found: T | undefined) => void, (found: T) => boolean>();

  /** The number of waiting streams. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves with what `notify` receives when `isRelevant` returns true for it. Resolves with undefined after `timeoutMs` milliseconds, or
   * when `ending` aborts.
   */
  async wait(isRelevant: (found: T) => boolean, timeoutMs: number, ending: AbortSignal): Promise<T | undefined> {
    if (ending.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    const end = () => resolve(undefined);
    const timer = setTimeout(end, timeoutMs).unref();
    ending.addEventListener('abort', end);
    this.#waiting.set(resolve, isRelevant);
    const found = await promise;
    ending.removeEventListener('abort', end);
    this.#waiting.delete(resolve);
    clearTimeout(timer);
    return found;
  }

  /** Wakes the streams for which the result of a poll is relevant. */
  notify(found: T): void {
    for (const [resolve, isRelevant] of this.#waiting) if (isRelevant(found)) resolve(found);
  }
}
