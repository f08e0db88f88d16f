import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseMisuse, DatabaseUnavailable, DatabaseUnusable, DiskFull } from './errors.ts';
import type { WritingHandle } from './write-handle.ts';

/** Commands of an engine that begin and end a transaction on its connection. */
export interface TransactionCommands {
  begin(): Promise<void>;
  commit(): void | Promise<void>;
  /** Rolls back after an error; must not throw, because the caller already receives this error. */
  rollback(error: unknown): void | Promise<void>;
}

/** Whether an error would also make other writes fail. */
export const isPersistent = (error: unknown): boolean =>
  [DiskFull, DatabaseUnavailable, DatabaseUnusable].some((kind) => error instanceof kind);

/** A runner for the transactions of a database. */
export class Transactions {
  /** The handle of the transaction to which the calling code belongs. */
  readonly #current = new AsyncLocalStorage<WritingHandle>();

  #lastWriteFailed = false;

  /** Whether the last writing transaction failed because the database could not store it. */
  get lastWriteFailed(): boolean {
    return this.#lastWriteFailed;
  }

  /** The open transaction to which the calling code belongs. It must not be used to write, because write handles are passed explicitly. */
  get current(): WritingHandle | undefined {
    const handle = this.#current.getStore();
    return handle?.isOpen ? handle : undefined;
  }

  /**
   * Rejects a transaction nested in a transaction of the same database, which would deadlock.
   * @throws DatabaseMisuse
   */
  rejectNesting(): void {
    if (this.current !== undefined) {
      throw new DatabaseMisuse('A transaction cannot be started inside a transaction; pass the handle instead.');
    }
  }

  /**
   * Runs `work` between begin and commit. If `work` throws, or any of its statements has failed, the transaction is rolled back and the
   * error is rethrown. The handle is closed before the commit, so that no statement can follow it.
   */
  async run<T, H extends WritingHandle>(
    commands: TransactionCommands,
    handle: H,
    work: (tx: H) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#run(commands, handle, work);
    } catch (error) {
      this.recordFailure(error);
      throw error;
    }
  }

  /** Records the error of a transaction, which may fail after `run`, if several transactions are committed together. */
  recordFailure(error: unknown): void {
    if (isPersistent(error)) this.#lastWriteFailed = true;
  }

  async #run<T, H extends WritingHandle>(
    commands: TransactionCommands,
    handle: H,
    work: (tx: H) => Promise<T>,
  ): Promise<T> {
    await commands.begin();
    try {
      const result = await this.#current.run(handle, work, handle);
      await handle.flush();
      handle.end();
      handle.throwFailure();
      await commands.commit();
      if (handle.hasWritten) this.#lastWriteFailed = false;
      return result;
    } catch (error) {
      handle.end();
      await commands.rollback(error);
      throw error;
    }
  }
}

/**
 * Runs the effects of a committed transaction, in order. An effect that throws neither stops the others nor fails the
 * transaction, which is already committed: its error is rethrown as an uncaught exception, because it is a bug.
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
