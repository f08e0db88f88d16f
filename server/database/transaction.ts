import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseMisuse, DatabaseUnavailable, DatabaseUnusable, DiskFull } from './errors.ts';
import type { WritingHandle } from './write-handle.ts';

/** How an engine begins and ends a transaction on the connection it has set aside. */
export interface TransactionEnds {
  begin(): Promise<void>;
  commit(): void | Promise<void>;
  /** Undoes what was done; must not throw, because the reason for it is already on its way to the caller. */
  rollback(): void | Promise<void>;
}

/** Errors that another write would meet as well. */
const failuresToKeep = [DiskFull, DatabaseUnavailable, DatabaseUnusable];

/** Runs the transactions of one database. */
export class Transactions {
  /** Which transaction the present code runs inside: asked only to refuse another one there, never to find a handle. */
  readonly #inside = new AsyncLocalStorage<WritingHandle>();

  #lastWriteFailed = false;

  /** Whether the last transaction that wrote failed because the database could not keep it. */
  get lastWriteFailed(): boolean {
    return this.#lastWriteFailed;
  }

  /**
   * Refuses a transaction inside a transaction of the same database, which would wait for itself for ever.
   * @throws DatabaseMisuse
   */
  refuseNesting(): void {
    if (this.#inside.getStore()?.open) {
      throw new DatabaseMisuse('A transaction was asked for inside a transaction; pass the handle on instead.');
    }
  }

  /**
   * Runs the work between begin and commit. When the work throws, or any statement of it failed, all is rolled back
   * and the error passed on. The handle is dead before the end begins, so nothing can slip in behind the commit.
   */
  async run<T, H extends WritingHandle>(ends: TransactionEnds, handle: H, work: (tx: H) => Promise<T>): Promise<T> {
    try {
      return await this.#run(ends, handle, work);
    } catch (error) {
      if (failuresToKeep.some((kind) => error instanceof kind)) this.#lastWriteFailed = true;
      throw error;
    }
  }

  async #run<T, H extends WritingHandle>(ends: TransactionEnds, handle: H, work: (tx: H) => Promise<T>): Promise<T> {
    await ends.begin();
    try {
      const result = await this.#inside.run(handle, work, handle);
      handle.end();
      handle.throwFailure();
      await ends.commit();
      if (handle.wrote) this.#lastWriteFailed = false;
      return result;
    } catch (error) {
      handle.end();
      await ends.rollback();
      throw error;
    }
  }
}

/**
 * Runs the effects of a committed transaction, in order. The commit stands whatever they do, so an effect that throws
 * neither stops the others nor fails the transaction: its error is thrown outside, as the bug it is.
 */
export function runEffects(effects: readonly (() => void)[]): void {
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
