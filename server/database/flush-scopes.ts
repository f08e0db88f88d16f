import { AsyncLocalStorage } from 'node:async_hooks';

/** A scope of work whose transactions are flushed to disk together. */
class FlushScope {
  readonly #flushes = new Map<object, () => Promise<void>>();
  #isOpen = true;

  /** Whether the work has not ended. Work that it has started and not awaited may continue afterwards. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Adds a committed transaction with the function that flushes it. A function flushes all transactions that are added with the same key.
   * If the scope has ended meanwhile, the flush begins now.
   */
  async add(flush: () => Promise<void>, key: object = flush): Promise<void> {
    if (this.#isOpen) this.#flushes.set(key, flush);
    else await flush();
  }

  /** Ends the scope, and resolves when its transactions are on disk. */
  async flush(): Promise<void> {
    this.#isOpen = false;
    await Promise.all([...this.#flushes.values()].map((flush) => flush()));
  }
}

/** The scopes of a database. */
export class FlushScopes {
  readonly #current = new AsyncLocalStorage<FlushScope>();
  readonly #running = new Set<Promise<unknown>>();

  /** The open scope to which the calling code belongs. */
  get current(): FlushScope | undefined {
    const scope = this.#current.getStore();
    return scope?.isOpen ? scope : undefined;
  }

  /**
   * Runs `work` in a new scope. Resolves with its result when the transactions of the scope are on disk. Rejects with the error of a flush,
   * else with that of `work`.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const running = this.#run(work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Resolves when the scopes that are open now have ended. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    const scope = new FlushScope();
    try {
      return await this.#current.run(scope, work);
    } finally {
      await scope.flush();
    }
  }
}
